// Moves from frame to frame by the names that gdb's commands have: they lead where the buttons of
// the debugger lead, or to the next frame outside of the function (`finish`), at a later line
// (`until`), at a place (`advance`).
import { t } from '@vscode/l10n';
import { TimeSlice } from '../../bytes/timeSlice';
import { framePcs, functionExtent } from '../../trace/framePcs';
import { FrameCondition, type PcRange } from '../../trace/search/framePredicate';
import { FrameValue } from '../../trace/search/frameValues';
import { findFrame } from '../../trace/search/search';
import { stackFrameLine } from '../../trace/text/stackFrameText';
import type { RunStop } from '../breakpoints/run';
import { RequestFailed } from '../../bytes/requestFailed';
import type { DapStopReason } from '../stopped';
import {
  endNoteOf,
  previousHit,
  stepBack,
  stepIn,
  stepOver,
  toFrame,
  type Navigation,
} from '../stepping';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { firstCodeOf } from './linespecs';
import { runBlock } from './scriptRun';
import { arrive } from './tfind';

const toNext = () => t('Go to the next frame, N times.');
const toPrevious = () => t('Go to the frame before, N times.');

/** The commands that go to another frame, except `tfind`. */
export const moveCommands: readonly Command[] = [
  {
    name: 'continue',
    aliases: ['c', 'fg'],
    help: () => t('Go to the next frame at which a breakpoint stops, or the Nth such frame.'),
    takes: 'count',
    run: (args, state) => run(args, 1, state),
  },
  {
    name: 'reverse-continue',
    aliases: ['rc'],
    help: () =>
      t('Go back to the frame before at which a breakpoint stops, or the Nth such frame.'),
    takes: 'count',
    run: (args, state) => run(args, -1, state),
  },
  step(
    'step',
    ['s'],
    () => t('Go to the next frame, steps included, N times.'),
    stepIn('statement'),
  ),
  step('stepi', ['si'], toNext, stepIn('instruction')),
  step(
    'next',
    ['n'],
    () => t('Go to the next frame that is no step of this hit, N times.'),
    stepOver('statement'),
  ),
  step('nexti', ['ni'], toNext, stepOver('instruction')),
  step('reverse-step', ['rs'], toPrevious, stepBack('statement')),
  step('reverse-stepi', ['rsi'], toPrevious, stepBack('instruction')),
  step('reverse-next', ['rn'], () => t('Go back to the hit before, N times.'), previousHit),
  step('reverse-nexti', ['rni'], toPrevious, stepBack('instruction')),
  {
    name: 'finish',
    aliases: ['fin'],
    help: () => t('Go to the next frame outside of the function of the selected stack frame.'),
    takes: 'nothing',
    run: (_, state) => finish(1, state),
  },
  {
    name: 'reverse-finish',
    help: () => t('Go back to the frame before that is outside of the function.'),
    takes: 'nothing',
    run: (_, state) => finish(-1, state),
  },
  {
    name: 'until',
    aliases: ['u'],
    help: () =>
      t('Go to the next frame at a later line or outside of the function, or at LOCATION.'),
    takes: 'linespec',
    run: (args, state) => (args === '' ? laterLine(state) : advance(args, state)),
  },
  {
    name: 'advance',
    help: () => t('Go to the next frame at LOCATION.'),
    takes: 'linespec',
    run: (args, state) => {
      if (args === '') throw new RequestFailed('Argument required (a location).');
      return advance(args, state);
    },
  },
];

/** A command that goes as far as a button does, N times. */
function step(
  name: string,
  aliases: readonly string[],
  help: Command['help'],
  navigation: Navigation,
): Command {
  return {
    name,
    aliases,
    takes: 'count',
    help,
    run: async (args, state) => go(navigation, await countGiven(args, state), state),
  };
}

async function countGiven(args: string, state: ConsoleState): Promise<number> {
  return args === '' ? 1 : Number(await integerGiven(args, state));
}

async function go(navigation: Navigation, count: number, state: ConsoleState): Promise<string> {
  const { trace } = state;
  const { direction, move, none } = navigation;
  const here = trace.cursor.frame;
  const frame = await state.search(async (options) => {
    let from = here;
    for (let i = 0; i < count && options.signal?.aborted !== true; i++) {
      const to = await move({ trace, from, ...options });
      if (to === undefined) break;
      from = to;
    }
    return from;
  });
  if (frame === here && count > 0) throw new RequestFailed(endNoteOf(trace, direction) ?? none);
  return arrive(frame, state);
}

/** `continue` and `reverse-continue`: as often as a count says. */
async function run(args: string, direction: 1 | -1, state: ConsoleState): Promise<string> {
  const count = await countGiven(args, state);
  const { session, trace } = state;
  const end = await state.search(async (options) => {
    // Forwards from the first frame, where none is looked at.
    let from = direction > 0 ? state.foundFrame : trace.cursor.frame;
    for (let i = 1; ; i++) {
      const found = await session.runEnd({ from, direction, ...options });
      if (!found?.stop || i >= count) return found;
      from = found.frame;
    }
  });
  if (!end) throw new RequestFailed(t('The search was cancelled.'));
  const { frame, stop, why } = end;
  if (stop) return arriveAtStop(end.frame, stop, why, state);
  const note = why.note ?? '';
  if (frame === trace.cursor.frame) throw new RequestFailed(note);
  return text([await arrive(frame, state), note]);
}

/** Goes to where breakpoints stop, says which as gdb does, and runs their commands. */
async function arriveAtStop(
  frame: number,
  stop: RunStop,
  why: DapStopReason,
  state: ConsoleState,
): Promise<string> {
  const before = await watchedValues(stop, state);
  const hit = await state.breakpoints.stopped(stop);
  state.told = false;
  const [found = '', ...place] = (await arrive(frame, state, why)).split('\n');
  const isSilent = hit.some(({ commands }) => commands[0]?.text === 'silent');
  if (!isSilent) {
    const [first = '', ...rest] = place;
    const names = stop.breakpoints.filter(({ asked }) => asked.kind !== 'data');
    const title = names.map(({ id }) => `Breakpoint ${id}, `).join('');
    const lines = [found, ...before, '', title + first.replace(/^#0 {2}/, ''), ...rest];
    state.writeLine(text(lines));
  }
  for (const { commands } of hit) {
    const lines = commands.filter(({ text: line }) => line !== 'silent');
    if (lines.length > 0) await runBlock(lines, state);
  }
  return '';
}

/** For each watchpoint that stops its old and its new value, as gdb writes them. */
async function watchedValues(
  { frame, breakpoints }: RunStop,
  { trace }: ConsoleState,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { id, asked } of breakpoints) {
    if (asked.kind !== 'data') continue;
    const { expression, within } = asked.followed;
    const value = await FrameValue.compile(trace, expression);
    const collected = await FrameCondition.compile(trace, `$_collected(${expression})`);
    if ('problem' in value || !(collected instanceof FrameCondition)) continue;
    const test = { condition: collected, ...(within && { ranges: within.ranges }) };
    const earlier = await findFrame(trace, [test], { from: frame, direction: -1 });
    const texts = await Promise.all([
      earlier ? value.textIn(earlier.frame) : { text: '<unavailable>' },
      value.textIn(frame),
    ]);
    const [old, now] = texts.map((each) => ('problem' in each ? '<unavailable>' : each.text));
    lines.push('', `Hardware watchpoint ${id}: ${expression}`, '');
    lines.push(`Old value = ${old ?? ''}`, `New value = ${now ?? ''}`);
  }
  return lines;
}

/** To the next frame outside of the function with the code of the selected stack frame. */
async function finish(direction: 1 | -1, state: ConsoleState): Promise<string> {
  const { trace } = state;
  const frame = await state.stackFrame();
  const extent = await functionExtent(trace.modules.current, await state.pc());
  if (!frame || !extent) throw new RequestFailed(t('No function is known at this frame.'));
  const settings = state.settings.stack(state.view.prettyPrint);
  const context = await state.context();
  const from = await stackFrameLine(await state.stack(), frame, context, settings);
  const { name, ranges } = extent;
  const navigation: Navigation = {
    reason: 'goto',
    direction,
    move: toFrame({ ranges: outsideOf(ranges) }, direction),
    none:
      direction > 0
        ? t('There is no frame outside of {0} after this one.', name)
        : t('There is no frame outside of {0} before this one.', name),
  };
  const till = direction > 0 ? 'Run till exit from' : 'Run back to call of';
  return text([`${till} ${from}`, await go(navigation, 1, state)]);
}

/** The addresses that are in none of some ranges. */
function outsideOf(ranges: readonly PcRange[]): PcRange[] {
  const inside = [...ranges].sort((a, b) => (a.start < b.start ? -1 : 1));
  const outside: PcRange[] = [];
  let start = 0n;
  for (const range of inside) {
    if (range.start > start) outside.push({ start, end: range.start });
    if (range.end > start) start = range.end;
  }
  return [...outside, { start, end: 1n << 64n }];
}

/** To the next frame at a later line of the function, or outside of it. */
async function laterLine(state: ConsoleState): Promise<string> {
  const { trace } = state;
  const extent = await functionExtent(trace.modules.current, await state.pc());
  const here = await trace.modules.current.locate(await state.pc());
  const addresses = new Set<bigint>();
  const slice = new TimeSlice();
  for (const pc of await framePcs(trace.recording)) {
    await slice.yieldIfDue();
    const isInside = extent?.ranges.some(({ start, end }) => pc >= start && pc < end) ?? false;
    const { source } = await trace.modules.current.locate(pc);
    const isEarlier =
      source !== undefined && source.file === here.source?.file && source.line <= here.source.line;
    if (!isInside || !isEarlier) addresses.add(pc);
  }
  return go(at(addresses, t('No frame after this one is at a later line.')), 1, state);
}

/** To the next frame at a place. */
async function advance(location: string, state: ConsoleState): Promise<string> {
  const addresses = new Set([await firstCodeOf(location, state)]);
  return go(at(addresses, t('No frame after this one is at {0}.', location)), 1, state);
}

function at(addresses: ReadonlySet<bigint>, none: string): Navigation {
  return { reason: 'goto', direction: 1, move: toFrame({ addresses }, 1), none };
}
