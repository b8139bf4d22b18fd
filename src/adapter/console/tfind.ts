// `tfind` in all its forms: which frame to go to (gdb manual, "tfind"). A find looks forward from
// the frame at hand and does not go around, as in gdb; `tfind if` is this debugger's own.
import { t } from '@vscode/l10n';
import {
  FrameCondition,
  type FramePredicate,
  type PcRange,
} from '../../trace/search/framePredicate';
import { findFrame } from '../../trace/search/search';
import { numberInFrames } from '../../format/tracepointLines';
import { codePlace } from '../../trace/text/codePlace';
import { RequestFailed } from '../../bytes/requestFailed';
import type { DapStopReason } from '../stopped';
import { addressGiven, integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { displayLines } from './displays';
import { codeOf, namedPlace } from './linespecs';
import { arrivalLines, currentActivation } from './stack';

const notFound = 'Target failed to find requested trace frame.';

/** A form of `tfind`. */
type Find = (args: string, state: ConsoleState) => Promise<string>;

function form(name: string, help: Command['help'], takes: Command['takes'], run: Find): Command {
  return { name, help, takes, run };
}

const forms: readonly Command[] = [
  form(
    'start',
    () => t('Go to the first frame.'),
    'nothing',
    (_, state) => arrive(0, state),
  ),
  form('end', () => t('Say that no frame is looked at; the debugger stays.'), 'nothing', leave),
  form('none', () => t('The same as `tfind end`.'), 'nothing', leave),
  form(
    'pc',
    () => t('Go to the next frame whose PC is ADDRESS, by default the same.'),
    'expression',
    pc,
  ),
  form(
    'tracepoint',
    () => t('Go to the next frame of tracepoint N, by default the same.'),
    'tracepoint',
    tracepoint,
  ),
  form(
    'line',
    () => t('Go to the next frame at LOCATION, by default at another line.'),
    'linespec',
    line,
  ),
  form(
    'range',
    () => t('Go to the next frame whose PC is from START to END.'),
    'expression',
    (args, state) => range('range', args, state),
  ),
  form(
    'outside',
    () => t('Go to the next frame whose PC is not from START to END.'),
    'expression',
    (args, state) => range('outside', args, state),
  ),
  form('if', () => t('Go to the next frame in which CONDITION holds.'), 'expression', condition),
];

/** `tfind`, and `tf` as gdb takes it. */
export const tfind: Command = {
  name: 'tfind',
  help: () =>
    t(
      'Go to a frame: N, `-` (back), start, end, none, pc, tracepoint, line, range, outside, if; next without.',
    ),
  takes: { subcommands: forms, orExpression: true },
  async run(args, state) {
    const { foundFrame } = state;
    if (args === '') return arrive(foundFrame + 1, state);
    if (args === '-') {
      if (foundFrame < 0) throw new RequestFailed('not debugging trace buffer');
      if (foundFrame === 0) throw new RequestFailed('already at start of trace buffer');
      return arrive(foundFrame - 1, state);
    }
    const [, word = '', rest = ''] = /^([a-z]+)\b\s*(.*)/s.exec(args) ?? [];
    const found = word === '' ? undefined : formNamed(word);
    if (found) return found.run(rest, state);
    return arrive(Number(await integerGiven(args, state)), state);
  },
};

function formNamed(word: string): Command | undefined {
  const exact = forms.find(({ name }) => name === word);
  const begun = forms.filter(({ name }) => name.startsWith(word));
  return exact ?? (begun.length === 1 ? begun[0] : undefined);
}

async function leave(_: string, state: ConsoleState): Promise<string> {
  state.leave();
  return Promise.resolve('No longer looking at any trace frame');
}

/** Goes to a frame, and says where that is; `why` is for the client. */
export async function arrive(
  frame: number,
  state: ConsoleState,
  why?: DapStopReason,
): Promise<string> {
  const { trace } = state;
  if (frame === -1) return leave('', state);
  if (frame < 0) throw new RequestFailed(`invalid input (${frame} is less than zero)`);
  if (!(await trace.recording.reach(frame))) return missed(state);
  const from = await currentActivation(state);
  await state.goTo(frame, why);
  state.select(0);
  const found = `Found trace frame ${frame}, tracepoint ${trace.recording.index.tracepoint(frame)}`;
  if (state.isInScript) return found;
  return text([found, ...(await arrivalLines(from, state)), ...(await displayLines(state))]);
}

/** No such frame: a failure to the user, to a script the end of what it looks at. */
function missed(state: ConsoleState): string {
  if (!state.isInScript) throw new RequestFailed(notFound);
  state.leave();
  return 'No trace frame found';
}

async function next(test: FramePredicate, state: ConsoleState): Promise<string> {
  const { trace } = state;
  const start = { from: state.foundFrame, direction: 1 } as const;
  const found = await state.search((options) => findFrame(trace, [test], { ...start, ...options }));
  if (!found) return missed(state);
  return arrive(found.frame, state);
}

async function pc(args: string, state: ConsoleState): Promise<string> {
  const here = state.trace.recording.pc(state.trace.cursor.frame)?.pc;
  const wanted = args === '' ? here : await addressGiven(args, state);
  if (wanted === undefined) throw new RequestFailed(notFound);
  return next({ addresses: new Set([wanted]) }, state);
}

async function tracepoint(args: string, state: ConsoleState): Promise<string> {
  const { trace } = state;
  const here = trace.recording.index.tracepoint(trace.cursor.frame);
  const wanted = args === '' ? here : numberInFrames(Number(await integerGiven(args, state)));
  return next({ tracepoints: new Set([wanted]) }, state);
}

async function line(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    const place = await codePlace(state.trace.modules.current.loaded, await state.pc());
    if (!place) throw new RequestFailed('Cannot find a good line.');
    return next({ ranges: outside(place) }, state);
  }
  const place = await namedPlace(args, state);
  if (place.line === 0) {
    throw new RequestFailed(`No line number information available for "${args}".`);
  }
  const runs = await codeOf(place, state, true);
  if (runs.length === 0) {
    throw new RequestFailed(`Line number ${place.line} is out of range for "${place.file}".`);
  }
  return next({ ranges: runs }, state);
}

async function range(
  form: 'range' | 'outside',
  args: string,
  state: ConsoleState,
): Promise<string> {
  if (args === '') return `Usage: tfind ${form} STARTADDR, ENDADDR`;
  const [from = '', to] = args.split(/,(.*)/s);
  const start = await addressGiven(from.trim(), state);
  const end = to === undefined ? start + 1n : await addressGiven(to.trim(), state);
  const inside = { start, end: end + 1n };
  return next({ ranges: form === 'range' ? [inside] : outside(inside) }, state);
}

function outside({ start, end }: PcRange): PcRange[] {
  return [
    { start: 0n, end: start },
    { start: end, end: 1n << 64n },
  ];
}

async function condition(args: string, state: ConsoleState): Promise<string> {
  if (args === '')
    throw new RequestFailed(t('Argument required (a condition, as in `tfind if n > 5`).'));
  const compiled = await FrameCondition.compile(state.trace, args);
  if (!(compiled instanceof FrameCondition)) throw new RequestFailed(compiled.problem);
  try {
    return await next({ condition: compiled }, state);
  } catch (error) {
    // A name that means nothing in any frame is a mistake rather than a condition that never holds.
    const { whyNowhere } = compiled;
    throw whyNowhere ? new RequestFailed(whyNowhere.problem) : error;
  }
}
