// An object while it is shown as a Natvis file says: its conditions, its values and its text.
import { characterKind, pointedString } from '../../values/text/characters';
import { valueText } from '../../values/text/text';
import { defaultSettings } from '../../values/text/writer';
import { arrayLength, dereference, repeated } from '../../values/navigate';
import { present } from '../../values/pretty/libraries';
import { asClass, strip, targetOf } from '../../values/types';
import {
  asInteger,
  readMemory,
  Value,
  type Characters,
  type Presentation,
  type Printers,
  type ValueBudget,
} from '../../values/value';
import { notAvailable } from '../problem';
import type { FormattedExpression, TextPart } from './formattedExpression';
import type { Conditional, FileProblem, Visualization } from './natvisFile';
import { NotShown, type ObjectScope } from './objectScope';

/** What may be evaluated for one value, or one page of its children. */
const maxValues = 10_000;

/** A budget of values for what is evaluated on its own. */
export function newBudget(): ValueBudget {
  return { left: maxValues };
}

/** An object while it is shown. */
export class ShownObject {
  constructor(
    readonly scope: ObjectScope,
    private readonly report: (problem: FileProblem) => void,
  ) {}

  /** Another object, shown for this one. */
  async inside(object: Value): Promise<ShownObject> {
    return new ShownObject(await this.scope.inside(object), this.report);
  }

  /** For a page of children, which is read later. */
  withOwnBudget(): ShownObject {
    return new ShownObject(this.scope.with(newBudget()), this.report);
  }

  /** Undefined where something cannot be evaluated; what the file is to blame for is reported. */
  async orNothing<T>(show: () => Promise<T>): Promise<T | undefined> {
    try {
      return await show();
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
      const { line, message: problem, isOfFrame } = error;
      if (!isOfFrame) this.report({ line, problem });
      return undefined;
    }
  }

  /** As {@link orNothing} for an optional part; for others it fails. */
  async ofPart<T>({ optional }: Conditional, show: () => Promise<T>): Promise<T | undefined> {
    if (!optional) return show();
    try {
      return await show();
    } catch (error) {
      if (error instanceof NotShown) return undefined;
      throw error;
    }
  }

  /** Whether a part counts in this view, by its condition. */
  async applies(part: Conditional, index?: number): Promise<boolean> {
    const { condition, line, includeViews, excludeViews } = part;
    const { view = '' } = this.scope.object.context.printers ?? {};
    if (excludeViews.includes(view)) return false;
    if (includeViews.length > 0 && !includeViews.includes(view)) return false;
    if (condition === undefined) return true;
    const holds = () => this.scope.holds(condition, line, index);
    return (await this.ofPart(part, holds)) ?? false;
  }

  /** The first of some parts that counts. */
  async first<T extends Conditional>(parts: readonly T[], index?: number): Promise<T | undefined> {
    for (const part of parts) if (await this.applies(part, index)) return part;
    return undefined;
  }

  /** What it says of itself; undefined where a type of a file says nothing. */
  async summary({
    texts,
    strings,
    pointers,
  }: Visualization): Promise<Presentation['summary'] | undefined> {
    for (const text of texts) {
      if (!(await this.applies(text))) continue;
      const found = await this.ofPart(text, () => this.summaryOf(text.parts, text.line));
      if (found !== undefined) return found;
    }
    const string = await this.first(strings);
    if (string) return this.summaryOf([{ string: 'quoted', ...string }], string.line);
    const pointer = await this.first(pointers);
    return pointer && this.text([pointer], pointer.line);
  }

  /** A string alone is read as far as settings say when it is written. */
  private async summaryOf(
    parts: readonly TextPart[],
    line: number,
  ): Promise<Presentation['summary']> {
    const [only, second] = parts;
    if (typeof only !== 'object' || second !== undefined || only.string !== 'quoted') {
      return this.text(parts, line);
    }
    const characters = this.characters(await this.evaluated(only, line), only);
    return characters ?? this.text(parts, line);
  }

  private characters(value: Value, { count }: FormattedExpression): Characters | undefined {
    const bare = strip(value.type);
    if (count === undefined || bare.kind !== 'array' || value.address === undefined) {
      return undefined;
    }
    const length = BigInt(arrayLength(value.type) ?? 0);
    return (
      characterKind(bare.element) && { address: value.address, length, character: bare.element }
    );
  }

  /** The value of an expression with so many elements, in the view and without printers if so. */
  async evaluated(
    { expression, count, view, raw }: FormattedExpression,
    line: number,
    index?: number,
  ): Promise<Value> {
    const { scope } = this;
    const value = await scope.value(expression, line, index);
    const counted =
      count === undefined
        ? value
        : await elements(value, await scope.number(count, line, index), line);
    if (raw) return shownBy(counted, { present: () => Promise.resolve(undefined) });
    return view === undefined ? counted : shownBy(counted, { view });
  }

  /** A text with the values of its expressions. */
  async text(parts: readonly TextPart[], line: number, index?: number): Promise<string> {
    const texts: string[] = [];
    for (const part of parts) {
      texts.push(
        typeof part === 'string'
          ? this.scope.withArguments(part)
          : await this.valueText(await this.evaluated(part, line, index), part, line),
      );
    }
    return texts.join('');
  }

  private async valueText(value: Value, part: FormattedExpression, line: number): Promise<string> {
    const { string, bare, format } = part;
    if (string !== undefined) {
      const text = await this.string(value, line);
      if (text !== undefined) return string === 'bare' ? withoutQuotes(text) : text;
    }
    const target =
      bare && strip(value.type).kind === 'pointer' ? await pointedObject(value) : value;
    const { missing } = await target.contents();
    if (missing === 'unavailable' && !asClass(target.type)) throw new NotShown(line, notAvailable);
    const inner = oneDeeper(target);
    const { budget } = this.scope;
    const shown = await present(inner, budget);
    if (typeof shown?.summary === 'string' && shown.summary !== '') return shown.summary;
    const settings = bare ? { addresses: false } : {};
    return valueText(inner, { prettyPrint: true, budget, format, settings });
  }

  /** A string up to its end, or an array of characters. */
  private async string(value: Value, line: number): Promise<string | undefined> {
    const bare = strip(value.type);
    const { context } = value;
    const element = bare.kind === 'array' ? bare.element : targetOf(value.type);
    const kind = element && characterKind(element);
    if (!kind) return undefined;
    if (bare.kind === 'array') {
      const { budget } = this.scope;
      return valueText(value, { budget, settings: { nullStop: false } });
    }
    const address = await asInteger(value);
    if (address === undefined) throw new NotShown(line, notAvailable);
    const first = await readMemory(address, kind.width, context);
    if (!first.complete) throw new NotShown(line, notAvailable);
    return pointedString(address, kind, context, defaultSettings);
  }
}

/** A value that is shown in another way than those around it. */
export function shownBy(value: Value, change: Partial<Printers>): Value {
  const { type, place, context, bits, initialized } = value;
  const { printers } = context;
  if (!printers) return value;
  const changed = { ...context, printers: { ...printers, ...change } };
  return new Value(type, place, changed, bits, initialized);
}

/** A value inside of the text or the children of another, which may be the same. */
export function oneDeeper(value: Value): Value {
  return shownBy(value, { depth: (value.context.printers?.depth ?? 0) + 1 });
}

/** What a pointer to an object leads to; any other value itself. */
async function pointedObject(value: Value): Promise<Value> {
  const target = targetOf(value.type);
  const found = target && asClass(target) ? await dereference(value) : value;
  return 'problem' in found ? value : found;
}

/** As many elements of an array, or of what a pointer points to. */
async function elements(value: Value, count: bigint, line: number): Promise<Value> {
  const first = await dereferenced(value, line);
  if (count === 0n && first.address !== undefined) {
    const dimensions = [{ lower: 0n, count: 0n }];
    const type = { kind: 'array', element: first.type, dimensions, vector: false } as const;
    return new Value(type, first.place, value.context);
  }
  const found = repeated(first, count);
  if ('problem' in found) throw new NotShown(line, found.problem);
  return found;
}

async function dereferenced(value: Value, line: number): Promise<Value> {
  if (strip(value.type).kind !== 'pointer') return value;
  const found = await dereference(value);
  if ('problem' in found) throw new NotShown(line, found.problem);
  return found;
}

function withoutQuotes(text: string): string {
  return text.replace(/^(?:u8|[uUL])?"(.*)"(\.\.\.)?$/s, '$1$2');
}
