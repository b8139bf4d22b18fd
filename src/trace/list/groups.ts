// Frames that belong together: of a tracepoint, in a function, at a line, of equal value. One pass
// assigns each frame to its group, a second one measures an expression in them; both read frames
// that are close together in one go.
import type { ModuleList } from '../moduleList';
import type { Recording } from '../recording';
import { answersOver, valuesOver, type FrameQuery, type FrameValue } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import { firstFrames, type FrameList } from './frameList';
import { toNumber, type Scalar } from '../../expressions/scalar';
import { baseName } from '../paths';
import { codePlace } from '../text/codePlace';

/** Frames that have something in common. */
export interface FrameGroup {
  /** What they have in common, for the user; absent for the frames of which it is not known. */
  readonly label?: string;
  /** A frame condition that holds in just these; absent if none exists. */
  readonly condition?: string;
  frames: number;
  /** The frames' numbers. */
  first: number;
  last: number;
  /** Of the numbers measured in them; absent where there were none. */
  least?: number;
  most?: number;
  mean?: number;
}

/** Groups kept at most; frames of further ones are counted in `others`. */
const maxGroups = 10_000;
const noGroup = 0xffff_ffff;

/** Told now and then, with how many of so many steps are done. */
type StepsDone = (done: number, total: number) => void;

/**
 * The groups of a list's frames, in the order in which they first come; `measured` is an expression
 * whose least, most and mean are wanted in each. Undefined where it was cancelled.
 */
export async function groupsOf(
  trace: Trace,
  list: FrameList,
  by: GroupedBy,
  measured?: FrameValue,
  cancelled?: AbortSignal,
  done?: StepsDone,
): Promise<{ groups: FrameGroup[]; others: number } | undefined> {
  const rows = list.count;
  const total = measured ? 2 * rows : rows;
  const groups = new Groups(rows);
  const common = commonBy(trace, by);
  const asked: FrameQuery = by.kind === 'value' ? by.value : { trace, readsFrame: () => false };
  const ask = (frame: number, run: FrameRun | undefined) => common(frame, run, cancelled);
  for await (const { first, answers } of answersOver(
    asked,
    firstFrames(list, rows),
    ask,
    cancelled,
  )) {
    answers.forEach((each, i) => {
      groups.add(first + i, list.frameAt(first + i), each);
    });
    done?.(first + answers.length, total);
  }
  if (cancelled?.aborted) return undefined;
  if (measured) {
    const options = { signal: cancelled };
    for await (const { first, numbers } of valuesOver(measured, firstFrames(list, rows), options)) {
      numbers.forEach((number, i) => {
        groups.measure(first + i, number);
      });
      done?.(rows + first + numbers.length, total);
    }
  }
  return cancelled?.aborted ? undefined : groups.finish();
}

/** Groups that fill while frames come, each row's group by its number. */
class Groups {
  private readonly groups: FrameGroup[] = [];
  /** Sums and counts of the numbers measured in each. */
  private readonly sums: number[] = [];
  private readonly counts: number[] = [];
  private readonly byLabel = new Map<string | undefined, number>();
  private readonly groupOf: Uint32Array;
  private others = 0;

  constructor(rows: number) {
    this.groupOf = new Uint32Array(rows).fill(noGroup);
  }

  add(row: number, frame: number, common: Common | undefined): void {
    // Lines of files that have the same name are distinguished by their conditions.
    const key = common?.condition ?? common?.label;
    let number = this.byLabel.get(key);
    if (number === undefined) {
      if (this.groups.length >= maxGroups) {
        this.others++;
        return;
      }
      number = this.groups.push({ ...common, frames: 0, first: frame, last: frame }) - 1;
      this.byLabel.set(key, number);
      this.sums.push(0);
      this.counts.push(0);
    }
    this.groupOf[row] = number;
    const group = this.groups[number];
    if (!group) return;
    group.frames++;
    group.first = Math.min(group.first, frame);
    group.last = Math.max(group.last, frame);
  }

  /** Takes the number measured in a row; NaN if there was none. */
  measure(row: number, number: number): void {
    const at = this.groupOf[row] ?? noGroup;
    const group = this.groups[at];
    if (!group || Number.isNaN(number)) return;
    group.least = Math.min(group.least ?? number, number);
    group.most = Math.max(group.most ?? number, number);
    this.sums[at] = (this.sums[at] ?? 0) + number;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
  }

  finish(): { groups: FrameGroup[]; others: number } {
    this.groups.forEach((group, i) => {
      const count = this.counts[i] ?? 0;
      if (count > 0) group.mean = (this.sums[i] ?? 0) / count;
    });
    return { groups: this.groups, others: this.others };
  }
}

// What a frame has in common with others: its tracepoint, its function, its line, or the value of
// an expression. As a label for the user, and as the frame condition that holds in just these
// frames.

/** What frames of a group have in common; `all`: nothing, so that all are one group. */
export type GroupedBy =
  | { readonly kind: 'all' | 'tracepoint' | 'function' | 'line' }
  | { readonly kind: 'value'; readonly value: FrameValue };

/** What a frame has in common with others. */
export interface Common {
  readonly label: string;
  /** A frame condition that holds in just these; absent if none exists. */
  readonly condition?: string;
}

/**
 * What a frame has in common; undefined where that is not known of it. `run` may hold the frame.
 */
type CommonIn = (
  frame: number,
  run: FrameRun | undefined,
  signal?: AbortSignal,
) => Common | undefined | Promise<Common | undefined>;

/** Distinct values that are remembered, so that a hostile trace fills no memory with them. */
const maxRemembered = 100_000;

/**
 * Tells of frames what they have in common; frames that do are given the same object, as long as it
 * is remembered.
 */
export function commonBy(trace: Trace, by: GroupedBy): CommonIn {
  switch (by.kind) {
    case 'all':
      return () => undefined;
    case 'tracepoint':
      return byTracepoint(trace.recording);
    case 'function':
      return byPlace(trace.recording, (pc) => functionAt(trace.modules.current, pc));
    case 'line':
      return byPlace(trace.recording, (pc) => lineAt(trace.modules.current, pc));
    case 'value':
      return byValue(by.value);
  }
}

function byTracepoint({ index }: Recording): CommonIn {
  const known = new Map<number, Common>();
  return (frame) => {
    const tracepoint = index.tracepoint(frame);
    return remembered(known, tracepoint, () => ({
      label: String(tracepoint),
      condition: `$tracepoint == ${tracepoint}`,
    }));
  };
}

async function functionAt(modules: ModuleList, pc: bigint): Promise<Common | undefined> {
  const { functionName: label } = await modules.locate(pc);
  return label === undefined
    ? undefined
    : { label, condition: `$_streq($trace_func, ${quoted(label)})` };
}

async function lineAt(modules: ModuleList, pc: bigint): Promise<Common | undefined> {
  const place = await codePlace(modules.loaded, pc);
  return (
    place && {
      label: `${baseName(place.file)}:${place.line}`,
      condition: `$trace_line == ${place.line} && $_streq($trace_file, ${quoted(place.file)})`,
    }
  );
}

/** Looks at each PC once. */
function byPlace(recording: Recording, at: (pc: bigint) => Promise<Common | undefined>): CommonIn {
  const byPc = new Map<bigint, Common | undefined>();
  const byCondition = new Map<string, Common>();
  return (frame) => {
    const stopped = recording.pc(frame);
    if (!stopped) return undefined;
    const { pc } = stopped;
    if (byPc.has(pc)) return byPc.get(pc);
    return at(pc).then((found) => {
      const common = found && remembered(byCondition, found.condition ?? found.label, () => found);
      remembered(byPc, pc, () => common);
      return common;
    });
  };
}

/**
 * A number is identified by its value and written once; other values, and addresses whose text
 * depends on what is there, by their text in each frame.
 */
function byValue(value: FrameValue): CommonIn {
  const byNumber = new Map<string, Common>();
  /** Addresses of arrays and strings. */
  const contents = new Map<string, true>();
  const byText = new Map<string, Common>();
  const asText = async (...[frame, run, signal]: Parameters<CommonIn>) => {
    const written = await value.textFrom(frame, run, signal);
    if ('problem' in written || missing.has(written.text)) return undefined;
    const { text } = written;
    return remembered(byText, text, () => textCommon(value.text, text));
  };
  const firstOf = async (key: string, scalar: Scalar, ...at: Parameters<CommonIn>) => {
    const common = await asText(...at);
    if (!common) return undefined;
    const { label } = common;
    if (scalar.type.kind === 'pointer' && !addressText.test(label)) {
      remembered(contents, key, () => true as const);
      return common;
    }
    const condition = `(${value.text}) == ${literal(scalar)}`;
    return remembered(byNumber, key, () => ({ label, condition }));
  };
  const ofNumber = (scalar: Scalar | 'unavailable' | undefined, ...at: Parameters<CommonIn>) => {
    if (scalar === 'unavailable') return undefined;
    const key = scalar && keyOf(scalar);
    if (!scalar || key === undefined || contents.has(key)) return asText(...at);
    return byNumber.get(key) ?? firstOf(key, scalar, ...at);
  };
  return (...at) => {
    const scalar = value.scalarFrom(...at);
    return scalar instanceof Promise
      ? scalar.then((known) => ofNumber(known, ...at))
      : ofNumber(scalar, ...at);
  };
}

/** What `print` writes of a value of which nothing is known. */
const missing: ReadonlySet<string> = new Set(['<unavailable>', '<optimized out>']);

/** An address without a value, as `print` writes it: `(int *) 0x7ffc`, `0x401136 <main>`. */
const addressText = /^(\(.*\) )?0x[0-9a-f]+( <.*>)?$/;

/** A text that only equal numbers have; undefined where a double does not hold the number. */
function keyOf(scalar: Scalar): string | undefined {
  if (scalar.kind === 'integer') return `${scalar.type.kind} ${scalar.value}`;
  if (scalar.type.size > 8) return undefined;
  const number = toNumber(scalar);
  return Number.isFinite(number) ? `float ${Object.is(number, -0) ? '-0' : number}` : undefined;
}

/** The number as the language of conditions writes it. */
function literal(scalar: Scalar): string {
  if (scalar.kind === 'float') {
    const text = String(toNumber(scalar));
    return /[.e]/.test(text) ? text : `${text}.0`;
  }
  const isAddress = scalar.type.kind === 'pointer' || scalar.value > 0x7fff_ffff_ffff_ffffn;
  return isAddress ? `0x${scalar.value.toString(16)}` : String(scalar.value);
}

/** `0x4052a0 "Ann"`, `"Ann"`: what holds where it is whole in the text. */
function textCommon(expression: string, text: string): Common {
  const [, address, string] = /^(?:(0x[0-9a-f]+) )?("[^"\\]*")$/.exec(text) ?? [];
  if (string === undefined) return { label: text };
  const isThere = address === undefined ? '' : `(${expression}) == ${address} && `;
  return { label: text, condition: `${isThere}$_streq(${expression}, ${string})` };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= maxRemembered) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

/** A string literal of C. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
