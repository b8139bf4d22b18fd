// What a frame has in common with others: its tracepoint, its function, its line, or the value of an expression. As a
// label for a person, and as the frame condition that holds in just these frames.
import { toNumber, type Scalar } from '../../expressions/scalar';
import { baseName } from '../paths';
import type { FrameRun } from '../search/frameRun';
import type { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import { codePlace } from '../words/codePlace';

/** What frames of a group have in common. */
export type GroupedBy =
  | { readonly kind: 'tracepoint' | 'function' | 'line' }
  | { readonly kind: 'value'; readonly value: FrameValue };

/** What a frame has in common with others. */
export interface Common {
  readonly label: string;
  /** A frame condition that holds in just these; absent where there is none. */
  readonly condition?: string;
}

/** What a frame has in common; undefined where that is not known of it. `run` may hold the frame. */
type CommonIn = (
  frame: number,
  run: FrameRun | undefined,
  signal?: AbortSignal,
) => Common | undefined | Promise<Common | undefined>;

/** Distinct values that are remembered, so that a hostile trace fills no memory with them. */
const mostRemembered = 100_000;

/** Tells of frames what they have in common; frames that do are given the same object, as long as it is remembered. */
export function commonBy(trace: Trace, by: GroupedBy): CommonIn {
  switch (by.kind) {
    case 'tracepoint':
      return byTracepoint(trace);
    case 'function':
      return byPlace(trace, (pc) => functionAt(trace, pc));
    case 'line':
      return byPlace(trace, (pc) => lineAt(trace, pc));
    case 'value':
      return byValue(by.value);
  }
}

function byTracepoint({ index }: Trace): CommonIn {
  const known = new Map<number, Common>();
  return (frame) => {
    const tracepoint = index.tracepoint(frame);
    return remembered(known, tracepoint, () => ({
      label: String(tracepoint),
      condition: `$tracepoint == ${tracepoint}`,
    }));
  };
}

async function functionAt(trace: Trace, pc: bigint): Promise<Common | undefined> {
  const { functionName: label } = await trace.locate(pc);
  return label === undefined
    ? undefined
    : { label, condition: `$_streq($trace_func, ${quoted(label)})` };
}

async function lineAt(trace: Trace, pc: bigint): Promise<Common | undefined> {
  const place = await codePlace(trace.programs.placements, pc);
  return (
    place && {
      label: `${baseName(place.file)}:${place.line}`,
      condition: `$trace_line == ${place.line} && $_streq($trace_file, ${quoted(place.file)})`,
    }
  );
}

/** Looks at each PC once. */
function byPlace(trace: Trace, at: (pc: bigint) => Promise<Common | undefined>): CommonIn {
  const byPc = new Map<bigint, Common | undefined>();
  const byCondition = new Map<string, Common>();
  return (frame) => {
    const stopped = trace.pc(frame);
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
 * A number is known by itself, and written once; what is none, and an address whose text says what stands there, is
 * known by its text in each frame.
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

/** An address alone, as `print` writes it: `(int *) 0x7ffc`, `0x401136 <main>`. */
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

/** `0x4052a0 "Ann"`, `"Ann"`: what holds where it stands whole in the text. */
function textCommon(expression: string, text: string): Common {
  const [, address, string] = /^(?:(0x[0-9a-f]+) )?("[^"\\]*")$/.exec(text) ?? [];
  if (string === undefined) return { label: text };
  const isThere = address === undefined ? '' : `(${expression}) == ${address} && `;
  return { label: text, condition: `${isThere}$_streq(${expression}, ${string})` };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= mostRemembered) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

/** A string literal of C. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
