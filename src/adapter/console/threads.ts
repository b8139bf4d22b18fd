// The one thread that a trace has for gdb, and commands that run others in it (gdb manual,
// "Threads").
import { t } from '@vscode/l10n';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import { applied, stackLineOf, withFlags } from './apply';
import { basicPattern, type BasicPattern } from './basicPattern';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { locationLines } from './stack';

/** Commands about the thread. */
export const threadCommands: readonly Command[] = [
  {
    name: 'thread',
    aliases: ['t'],
    help: () =>
      t(
        'Say which thread is selected: a trace has one. `thread apply all COMMAND` runs a command.',
      ),
    takes: { words: ['apply', 'name', 'find'] },
    run: thread,
  },
  {
    name: 'taas',
    help: () => t('Run a command in the thread and pass over what fails.'),
    takes: 'command',
    run: (args, state) => {
      if (args === '') throw new RequestFailed('Please specify a command to apply on all threads');
      return applyToThread(`-s ${args}`, state);
    },
  },
  {
    name: 'tfaas',
    help: () => t('Run a command in all stack frames of the thread and pass over what fails.'),
    takes: 'command',
    run: (args, state) => {
      if (args === '') {
        throw new RequestFailed('Please specify a command to apply on all frames of all threads');
      }
      return applyToThread(`-s frame apply all -s ${args}`, state);
    },
  },
];

async function thread(args: string, state: ConsoleState): Promise<string> {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)/s.exec(args) ?? [];
  if (word === '') return '[Current thread is 1 (process 1)]';
  if (word === 'apply') return applyToThreads(rest, state);
  if (word === 'name') {
    state.threadName = rest;
    return '';
  }
  if (word === 'find') return findThread(rest, state);
  if (/^-\d/.test(word)) throw new RequestFailed(`negative value: ${args}`);
  const { ids } = await threadsNamed(word, state);
  const [id = ''] = ids;
  if (!isTheThread(id)) {
    const inferior = /^(?!1\.)(\d+)\./.exec(id)?.[1];
    throw new RequestFailed(
      inferior === undefined ? `Unknown thread ${id}.` : `No inferior number '${inferior}'`,
    );
  }
  return text(['[Switching to thread 1 (process 1)]', ...(await locationLines(state))]);
}

async function applyToThreads(args: string, state: ConsoleState): Promise<string> {
  const ofAll = /^all\b\s*(.*)/s.exec(args)?.[1];
  if (ofAll !== undefined) {
    if (ofAll !== '') return applyToThread(ofAll, state);
    throw new RequestFailed("Please specify a command at the end of 'thread apply all'");
  }
  if (args === '') throw new RequestFailed('Please specify a thread ID list');
  const { ids, rest } = await threadsNamed(args, state);
  if (rest === '') throw new RequestFailed('Please specify a command following the thread ID list');
  const known = ids.filter(isTheThread);
  const warnings = ids
    .filter((id) => !isTheThread(id))
    .map((id) => `warning: Unknown thread ${id}`);
  if (known.length === 0) throw new RequestFailed(text(warnings));
  for (let i = 0; i < known.length; i++) await applyToThread(rest, state);
  if (warnings.length > 0) state.writeLine(text(warnings));
  return '';
}

async function applyToThread(args: string, state: ConsoleState): Promise<string> {
  const { flags, command } = withFlags(args);
  if (command === '') {
    throw new RequestFailed("Please specify a command at the end of 'thread apply all'");
  }
  await applied(command, flags.has('q') ? '' : `\nThread 1 (${targetId(state)}):\n`, flags, state);
  return '';
}

function findThread(pattern: string, { threadName }: ConsoleState): string {
  if (pattern === '') throw new RequestFailed('Command requires an argument.');
  const wanted = threadPattern(pattern);
  if (threadName !== '' && wanted.test(threadName)) return `Thread 1 has name '${threadName}'`;
  const target = 'process 1';
  return wanted.test(target)
    ? `Thread 1 has target id '${target}'`
    : `No threads match '${pattern}'`;
}

function threadPattern(pattern: string): BasicPattern {
  try {
    return basicPattern(pattern);
  } catch (error) {
    throw new RequestFailed(`Invalid regexp (${messageOf(error)}): ${pattern}`);
  }
}

/** `info threads [-gid] [ID…]`. */
export async function infoThreads(args: string, state: ConsoleState): Promise<string> {
  const [, gid, wanted = ''] = /^(-gid\b)?\s*(.*)/s.exec(args) ?? [];
  if (wanted !== '') {
    const { ids, rest } = await threadsNamed(wanted, state);
    if (rest !== '') throw new RequestFailed(`Invalid thread ID: ${rest}`);
    if (!ids.some(isTheThread)) return `No threads match '${wanted}'.`;
  }
  const [innermost] = await state.stackFrames();
  const place = innermost ? (await stackLineOf(innermost, state)).replace(/^#0 {2}/, '') : '';
  const target = targetId(state).padEnd(17);
  const [head, id] = gid === undefined ? ['', ''] : ['GId  ', '1    '];
  return text([
    `  Id   ${head}${'Target Id'.padEnd(target.length)} Frame `,
    `* 1    ${id}${target} ${place}`,
  ]);
}

function targetId({ threadName }: ConsoleState): string {
  return threadName === '' ? 'process 1' : `process 1 "${threadName}"`;
}

/** The threads, by number, of a list of gdb's thread IDs: `1 2-3 1.1 $n *`. */
async function threadsNamed(
  list: string,
  state: ConsoleState,
): Promise<{ readonly ids: readonly string[]; readonly rest: string }> {
  const ids: string[] = [];
  let rest = list;
  for (;;) {
    const [all, inferior = '', first, last, variable] =
      /^(\d+\.)?(?:([1-9]\d{0,8}|\*)(?:-([1-9]\d{0,8}))?|(\$\w+))(?:\s+|$)/.exec(rest) ?? [];
    if (all === undefined) break;
    if (variable !== undefined) ids.push(`${inferior}${await integerGiven(variable, state)}`);
    else if (first === '*') ids.push(`${inferior}1`);
    else {
      const end = Math.min(Number(last ?? first), Number(first) + 65_535);
      for (let number = Number(first); number <= end; number++) ids.push(`${inferior}${number}`);
    }
    rest = rest.slice(all.length);
  }
  if (ids.length === 0) throw new RequestFailed(`Invalid thread ID: ${list}`);
  return { ids, rest };
}

function isTheThread(id: string): boolean {
  return /^(1\.)?1$/.test(id);
}
