// Completion scripts for shells, made from the commands and their options.
import { t } from '@vscode/l10n';
import {
  exitCodes,
  onlyArgument,
  UsageProblem,
  type CommandLineCommand,
  type Invocation,
} from './command';
import { loadCommand, type LoadedCommand } from './loadedCommand';

type Script = (commands: readonly LoadedCommand[]) => string;

/** `completion`. */
export async function completion(invocation: Invocation, commands: readonly CommandLineCommand[]) {
  const shell = onlyArgument(invocation, t('Name one shell: bash, zsh or fish.'));
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (!script)
    throw new UsageProblem(t('There is no completion for “{0}”: bash, zsh or fish.', shell));
  await invocation.output.write(script(await Promise.all(commands.map(loadCommand))));
  return exitCodes.done;
}

function optionNames({ options }: LoadedCommand): string[] {
  return [...Object.keys(options).map((name) => `--${name}`), '--help'];
}

const bash: Script = (commands) => {
  const cases = commands.map(
    (command) => `    ${command.name}) words='${optionNames(command).join(' ')}' ;;`,
  );
  return `_gdb_tracefile() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _gdb_tracefile gdb-tracefile
`;
};

const zsh: Script = (commands) => {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary()}`)}`);
  const cases = commands.map(({ name, options }) => {
    const known = Object.entries(options).map(([option, { value, help, isFile, multiple }]) => {
      const meaning = help().replace(/[[\]:]/g, '\\$&');
      const takes =
        value === undefined ? '' : `:${value.replace(/[[\]:]/g, '\\$&')}:${isFile ? '_files' : ''}`;
      return quoted(`${multiple ? '*' : ''}--${option}[${meaning}]${takes}`);
    });
    return `    ${name}) _arguments ${[...known, "'*:file:_files'"].join(' ')} ;;`;
  });
  return `#compdef gdb-tracefile
_gdb_tracefile() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _gdb_tracefile gdb-tracefile
`;
};

const fish: Script = (commands) => {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c gdb-tracefile -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary())}`,
    ...Object.entries(options).map(([option, { value, help, isFile }]) => {
      const takes = value === undefined ? '' : isFile ? ' -r' : ' -x';
      return `complete -c gdb-tracefile -n '__fish_seen_subcommand_from ${name}' -l ${option}${takes} -d ${quoted(help())}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const scripts: Readonly<Record<string, Script>> = { bash, zsh, fish };
