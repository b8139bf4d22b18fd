// The command line: asks traces from a shell, a script or a CI job. It needs plain node and no
// VS Code, and loads what a command needs when it runs.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import { ReadFailed, WriteFailed } from '../bytes/source';
import { InputProblem } from '../ask/inputProblem';
import {
  exitCodes,
  optionName,
  readArguments,
  UsageProblem,
  type CommandLineCommand,
} from './command';
import { commandLineCommands } from './commands';
import { loadCommand } from './loadedCommand';
import { messageLocale } from './locale';
import { Output, type OutputStream } from './output';

/** Of a program that SIGINT ended. */
const interrupted = 130;

/** What a command line has of the process that it runs in. */
interface Surroundings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command. Returns its exit code; `stop` interrupts it. */
export async function runCommandLine(
  words: readonly string[],
  { stdout, stderr, env }: Surroundings,
  stop: AbortSignal,
): Promise<number> {
  const [name, ...rest] = words;
  const isJson = rest.includes('--json');
  // What programs read stays English.
  const isForPrograms = isJson || rest.includes('--csv');
  const locale = isForPrograms ? undefined : messageLocale(env);
  if (locale !== undefined) {
    const { setLocale } = await import('../platform/translation');
    await setLocale(locale);
  }
  const output = new Output(stdout, stderr, isJson, stop, env);
  try {
    const code = await run(name, rest, output, stop);
    await output.flush();
    return stop.aborted ? interrupted : code;
  } catch (error) {
    return stop.aborted ? interrupted : await reportError(error, name, output);
  }
}

/** Runs the command that this process was started with, and ends the process. */
export async function runCommandLineProcess(): Promise<never> {
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort();
    // A second one ends what does not listen.
    process.once('SIGINT', () => process.exit(interrupted));
  });
  // Whoever reads may have seen enough, as `head` has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  const code = await runCommandLine(process.argv.slice(2), process, stop.signal);
  // Threads and timers that are left need not end.
  process.exit(code);
}

async function run(
  name: string | undefined,
  rest: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    const [asked] = rest;
    if (asked !== undefined) commandNamed(asked);
    await output.write(await helpOf(asked));
    return exitCodes.done;
  }
  if (name === '--version') {
    const { packageVersion } = await import('./version');
    await output.line(await packageVersion());
    return exitCodes.done;
  }
  if (name === undefined) throw new UsageProblem(t('Name a command.'));
  const command = commandNamed(name);
  if (rest.includes('--help') || rest.includes('-h')) {
    await output.write(await helpOf(name));
    return exitCodes.done;
  }
  return command.run({
    ...readArguments((await loadCommand(command)).options, rest),
    output,
    signal,
  });
}

function commandNamed(name: string): CommandLineCommand {
  const command = commandLineCommands.find((each) => each.name === name);
  if (command) return command;
  const known = commandLineCommands.map((each) => each.name);
  throw new UsageProblem(t('There is no command “{0}”.', name), { word: name, known });
}

async function helpOf(name: string | undefined): Promise<string> {
  const { commandHelp, generalHelp } = await import('./help');
  const command = commandLineCommands.find((each) => each.name === name);
  return command ? commandHelp(await loadCommand(command)) : generalHelp(commandLineCommands);
}

async function reportError(
  error: unknown,
  name: string | undefined,
  output: Output,
): Promise<number> {
  const command = commandLineCommands.find((each) => each.name === name);
  const mistake = await usageMistake(error, command);
  if (mistake !== undefined) {
    const help = `gdb-tracefile ${command ? `${command.name} ` : ''}--help`;
    await output.reportError(`${mistake}\n${t('See: {0}', help)}`);
    return exitCodes.usage;
  }
  if (error instanceof WriteFailed) {
    await output.reportError(t('{0} was not written: {1}', error.path, error.message));
    return exitCodes.failed;
  }
  const isExpected = error instanceof RequestFailed || error instanceof ReadFailed;
  const message = error instanceof Error ? error.message : String(error);
  await output.reportError(isExpected ? message : t('The command failed: {0}', message));
  return exitCodes.failed;
}

/** What is wrong with what was typed, as a sentence; undefined where something else is wrong. */
async function usageMistake(error: unknown, command: CommandLineCommand | undefined) {
  if (error instanceof UsageProblem) {
    const { message, unknown } = error;
    if (!unknown) return message;
    const { similarNames } = await import('../trace/search/expressionCheck');
    const [meant] = similarNames(unknown.word, unknown.known);
    return meant === undefined ? message : t('{0} Did you mean {1}?', message, meant);
  }
  if (!(error instanceof InputProblem)) return undefined;
  const { part, fault, message } = error;
  const [entry = ''] = part?.split('.') ?? [];
  const option = optionName(entry);
  const { options } = command ? await loadCommand(command) : { options: {} };
  return Object.hasOwn(options, option) ? `--${option} ${fault}.` : message;
}
