// Values of the program in the Variables view, written as gdb's `print` writes them, opened part by
// part.
import { groupedDigits } from '../bytes/groupedDigits';
import { hasParts, childParts, plainParts, type Part, type Parts } from '../values/children';
import type { ValueProblem } from '../values/navigate';
import { asInteger, maxValueSize, type Value } from '../values/value';
import { valueText, type Format } from '../values/text/text';
import { typeName } from '../values/typeName';
import { isReference, sizeOf, strip } from '../values/types';
import { t } from '@vscode/l10n';
import { lazy } from '../bytes/lazy';
import { TimeSlice } from '../bytes/timeSlice';
import type { VariableNode } from './variableTree';
import { watchFormat } from '../expressions/format';

/** More variables or members than this are not listed: they can be asked for by name. */
export const maxListed = 10_000;

/**
 * Represents those that are not listed. Made when it is needed: how a language writes numbers
 * takes long to load.
 */
export const furtherNode = (): VariableNode => ({
  name: '…',
  value: t('only {0} variables are listed: type the names of others', groupedDigits(maxListed)),
});

/** How values are shown. */
export interface ValueView {
  /** Containers as their libraries show them. */
  readonly prettyPrint: boolean;
  /** The format of the value around. */
  readonly format?: ShownFormat;
  /** That of its printer, where the user asked for none. */
  readonly ownFormat?: Format;
  readonly formats?: ValueFormats;
}

/** The view of one value, with the format that it is written in. */
export function viewOf(expression: string | undefined, view: ValueView): ValueView {
  const format = view.formats?.ofExpression(expression) ?? view.format;
  return format === undefined ? view : { ...view, format };
}

/** gdb's letter for how values are written in a view; undefined where they are written as usual. */
export function letterOf({ format, formats, ownFormat }: ValueView): Format | undefined {
  return formatLetter(format ?? formats?.ofAll) ?? ownFormat;
}

/** Values that a line of the view shows at most; more are a click away. */
const maxValuesOfLine = 1000;

/**
 * A value's line in the view. `expression` gives the value, and `membersOf` what its members are
 * members of.
 */
export async function valueNode(
  name: string,
  value: Value | ValueProblem,
  expression: string | undefined,
  around: ValueView,
  membersOf = expression,
): Promise<VariableNode> {
  if ('problem' in value) return { name, value: problemText(value) };
  const view = viewOf(expression, around);
  const budget = { left: maxValuesOfLine };
  const options = { prettyPrint: view.prettyPrint, format: letterOf(view), budget };
  const address = await addressOf(value);
  return {
    name,
    value: isTooBig(value) ? '{...}' : await valueText(value, options),
    type: await typeName(value.type, value.context.language),
    ...(expression !== undefined && { evaluateName: expression }),
    ...(address !== undefined && { address }),
    ...(await openable(value, view, () => childParts(value, membersOf, view))),
  };
}

/** gdb refuses to print anything bigger; here it can still be opened. */
function isTooBig(value: Value): boolean {
  return (sizeOf(value.type) ?? 0) > maxValueSize && hasParts(value);
}

/** gdb's words where it has a mark for what is missing. */
function problemText({ problem }: ValueProblem): string {
  if (problem === 'value is not available') return '<unavailable>';
  return problem === 'value has been optimized out' ? '<optimized out>' : `<error: ${problem}>`;
}

/**
 * Where memory is looked at from a value: what a pointer or reference leads to, else where the
 * value itself is.
 */
async function addressOf(value: Value): Promise<bigint | undefined> {
  const bare = strip(value.type);
  return bare.kind === 'pointer' || isReference(bare) ? asInteger(value) : value.address;
}

/** Children, made when they are asked for; how many are numbered must be known before. */
async function openable(
  value: Value,
  view: ValueView,
  makeParts: () => Promise<Parts>,
): Promise<Pick<VariableNode, 'children' | 'elements'>> {
  if (!hasParts(value)) return {};
  const parts = lazy(makeParts);
  const children = async () => {
    const opened = await parts();
    const nodes = await nodesOf(await opened.namedParts(maxListed), view);
    return opened.named > maxListed ? [...nodes, furtherNode()] : nodes;
  };
  if (strip(value.type).kind === 'pointer') return (await leadsNowhere(value)) ? {} : { children };
  const opened = await parts();
  return {
    ...(opened.named > 0 && { children }),
    ...(opened.indexed > 0 && {
      elements: {
        count: opened.indexed,
        read: async (start, count) => nodesOf(await opened.indexedParts(start, count), view),
      },
    }),
  };
}

/** Whether a pointer's own value is not there; a synthetic one leads to what was optimized out. */
async function leadsNowhere(pointer: Value): Promise<boolean> {
  const contents = await pointer.contents();
  return !contents.complete && !contents.isEntirely('syntheticPointer');
}

async function nodesOf(parts: readonly Part[], view: ValueView): Promise<VariableNode[]> {
  const nodes: VariableNode[] = [];
  const slice = new TimeSlice();
  for (const part of parts) {
    if (slice.usedUp) await slice.yieldIfDue();
    nodes.push(await partNode(part, view));
  }
  return nodes;
}

async function partNode(part: Part, view: ValueView): Promise<VariableNode> {
  const { name, value, evaluateName, kind } = part;
  if (kind === 'raw' && !('problem' in value)) {
    const opened = await openable(value, { ...view, prettyPrint: false }, () =>
      plainParts(value, evaluateName),
    );
    return { name, value: '', ...opened };
  }
  const { membersOf } = part;
  const { format: ownFormat = view.ownFormat } = part;
  const own = ownFormat ? { ...view, ownFormat } : view;
  const node = await valueNode(name, value, evaluateName, own, membersOf);
  return kind === 'base' ? { ...node, kind: 'baseClass' } : node;
}

// How values are written, as the user switches it: for all of them, or for one expression (gdb
// manual, "Output Formats"). A client may ask for hexadecimal numbers itself (DAP, ValueFormat).

/** gdb's format of each name; `natural` is what `print` writes without one. */
const letters = {
  natural: undefined,
  hexadecimal: 'x',
  decimal: 'd',
  binary: 't',
  octal: 'o',
  character: 'c',
  float: 'f',
} as const satisfies Record<string, Format | undefined>;

/** A format to switch to. */
export type ShownFormat = keyof typeof letters;

/** Reads the name of a format. */
export function readShownFormat(value: unknown): ShownFormat | undefined {
  return typeof value === 'string' && Object.hasOwn(letters, value)
    ? (value as ShownFormat)
    : undefined;
}

/** The letter behind `/` in gdb's `print`; undefined for the natural format. */
export function formatLetter(format: ShownFormat | undefined): Format | undefined {
  return format && letters[format];
}

/** The formats of one debug session. */
export class ValueFormats {
  private all: ShownFormat | undefined;
  private readonly own = new Map<string, ShownFormat>();
  /**
   * Whether the client asked for hexadecimal numbers in its last request; what the user switches
   * goes before.
   */
  clientHex = false;

  /**
   * The format of all values that have none of their own; undefined where each is written as usual.
   */
  get ofAll(): ShownFormat | undefined {
    return this.all ?? (this.clientHex ? 'hexadecimal' : undefined);
  }

  /** The format that an expression was given, which its parts share. */
  ofExpression(expression: string | undefined): ShownFormat | undefined {
    return expression === undefined ? undefined : this.own.get(withoutFormat(expression));
  }

  /** Switches all values; undefined brings back what is usual everywhere, for single values too. */
  setAll(format: ShownFormat | undefined): void {
    this.all = format;
    if (format === undefined) this.own.clear();
  }

  /** Switches one value; undefined lets it follow all others again. */
  set(expression: string, format: ShownFormat | undefined): void {
    if (format === undefined) this.own.delete(withoutFormat(expression));
    else this.own.set(withoutFormat(expression), format);
  }
}

/**
 * An expression of the watch view, which is the same value with a format behind it and without: `n`
 * for `n,x`.
 */
export function withoutFormat(expression: string): string {
  const asked = watchFormat(expression);
  return ('problem' in asked ? expression : asked.expression).trim();
}
