// What is compared at a tracepoint: what its commands say they collect, taken apart to numbers,
// addresses and strings, so that a difference has a name (`call->state`).
import { t } from '@vscode/l10n';
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Type } from '../../symbols/type';
import { scalarType } from '../../expressions/scalar';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import {
  completeType,
  elementType,
  isAlias,
  isClass,
  isReference,
  lengthOf,
  sizeOf,
  strip,
} from '../../values/types';
import { itemsToCollect } from '../collection/itemsToCollect';
import { clock } from '../overview/frameTimes';
import { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import type { ComparisonOptions } from './comparedTraces';
import { memoryBlockCount } from './memoryBlocks';
import type { PlacedTracepoint } from './tracepointPairs';

/** How the values of a part are compared. */
export type PartComparison =
  /** As a number. */
  | 'number'
  /** A pointer, by the symbol that it points to. */
  | 'address'
  /** A number without a type, by the symbol that it points to, where it points into a program. */
  | 'word'
  /** An array of characters, up to the first NUL. */
  | 'characters'
  /** By what `print` writes, without addresses. */
  | 'text'
  /** A block of memory without a name. */
  | 'memory';

/** A value that is compared. */
export interface ComparedPart {
  readonly expression: string;
  readonly kind: PartComparison;
  /** Of memory: its place among the blocks of memory of a frame. */
  readonly block?: number;
  /** Names of an enumeration's values. */
  readonly names?: ReadonlyMap<number, string>;
}

/** What is compared at hits, or at steps, of a tracepoint. */
export interface PartList {
  readonly parts: readonly ComparedPart[];
  /** Parts beyond the most that are compared. */
  readonly isCut: boolean;
  /** Expressions that mean nothing in the trace: no program, or no such name. */
  readonly unknown: readonly string[];
}

/** Parts of one tracepoint. */
const maxParts = 400;
/** Elements of one array that are compared one by one. */
const maxElements = 64;
/** Members in members, and what a pointer points to. */
const maxDepth = 6;

/** The parts of what a tracepoint collected; `frame`: one of its hits, or steps. */
export async function partsAt(
  trace: Trace,
  tracepoint: PlacedTracepoint,
  frame: number,
  { registers, memory }: Pick<ComparisonOptions, 'registers' | 'memory'>,
): Promise<PartList> {
  const list = new PartCollector(trace);
  const isStep = trace.recording.stepping.isStep(frame);
  const items = tracepoint.definition ? itemsToCollect(tracepoint.definition, isStep) : [];
  for (const expression of await expressionsOf(trace, items, frame)) {
    await list.addExpression(expression, frame);
  }
  if (registers) list.addRegisters();
  if (memory) await list.addMemory(frame);
  return list;
}

/** Words of lists (`$args`) become the names that they stand for. */
async function expressionsOf(
  trace: Trace,
  items: readonly string[],
  frame: number,
): Promise<ReadonlySet<string>> {
  const scope = (await trace.callStack(frame)).frames[0]?.scope;
  const namesOf = (item: string): readonly string[] => {
    if (/^\$arg/i.test(item)) return scope ? argumentsOf(scope).map(({ name }) => name) : [item];
    if (/^\$loc/i.test(item)) return scope ? localsOf(scope).map(({ name }) => name) : [item];
    return isRaw(trace, item) ? [] : [item];
  };
  return new Set(items.flatMap(namesOf).filter((name) => name !== clock));
}

/** Whether an expression is registers, or memory at one: it says nothing about a variable. */
function isRaw({ recording }: Trace, item: string): boolean {
  const variables = new Set(recording.description.variables.map(({ name }) => name));
  const words = item.match(/\$[\w]+/g) ?? [];
  return words.some((word) => !variables.has(word.slice(1)));
}

class PartCollector implements PartList {
  readonly parts: ComparedPart[] = [];
  readonly unknown: string[] = [];
  isCut = false;

  constructor(private readonly trace: Trace) {}

  async addExpression(expression: string, frame: number): Promise<void> {
    if (expression.startsWith('$')) {
      if (/^\$\w+$/.test(expression)) this.add({ expression, kind: 'number' });
      if (/^\$(?:arg|loc)/i.test(expression)) this.unknown.push(expression);
      return;
    }
    const value = await FrameValue.compile(this.trace, expression);
    const kind = 'problem' in value ? value : await value.kindIn(frame);
    if ('problem' in kind) this.unknown.push(expression);
    else await this.addPartsOf(expression, kind.type, 0, false);
  }

  /** Registers of general use. */
  addRegisters(): void {
    for (const { name, group, bitSize } of this.trace.recording.layout?.registers ?? []) {
      if (group === 'general' && bitSize <= 64) this.add({ expression: `$${name}`, kind: 'word' });
    }
  }

  /** Blocks of memory, as many as a frame has. */
  async addMemory(frame: number): Promise<void> {
    const count = await memoryBlockCount(this.trace, frame);
    for (let block = 0; block < count; block++) {
      this.add({ expression: t('memory block {0}', block + 1), kind: 'memory', block });
    }
  }

  private add(part: ComparedPart): void {
    if (this.parts.some(({ expression }) => expression === part.expression)) return;
    if (this.parts.length < maxParts) this.parts.push(part);
    else this.isCut = true;
  }

  /** `isPointedTo`: a pointer was followed, and no other is. */
  private async addPartsOf(
    expression: string,
    declared: Type,
    depth: number,
    isPointedTo: boolean,
  ): Promise<void> {
    const type = strip(await completeType(declared, this.trace.modules.current.loaded));
    this.isCut ||= this.parts.length >= maxParts;
    if (depth > maxDepth || this.isCut) return;
    if (isReference(type)) return this.addPartsOf(expression, type.target, depth + 1, isPointedTo);
    if (type.kind === 'pointer')
      return this.addPointer(expression, type.target, depth, isPointedTo);
    if (isClass(type)) {
      const { members, bases } = await type.members();
      for (const base of bases)
        await this.addPartsOf(expression, base.type, depth + 1, isPointedTo);
      for (const member of members) {
        if (member.artificial) continue;
        const { name } = member;
        const path = name === undefined ? expression : memberOf(expression, name);
        await this.addPartsOf(path, member.type, depth + 1, isPointedTo);
      }
      return;
    }
    if (type.kind === 'array') {
      const count = type.dimensions[0] && lengthOf(type.dimensions[0]);
      const element = elementType(type);
      if (isCharacter(element) || count === undefined || count > maxElements || type.vector) {
        this.add({ expression, kind: isCharacter(element) ? 'characters' : 'text' });
        return;
      }
      for (let i = 0; i < count; i++) {
        await this.addPartsOf(`${operand(expression)}[${i}]`, element, depth + 1, isPointedTo);
      }
      return;
    }
    if (!scalarType(type)) {
      this.add({ expression, kind: 'text' });
      return;
    }
    const names = type.kind === 'enum' ? enumeratorNames(type.enumerators) : undefined;
    this.add({ expression, kind: 'number', ...(names && { names }) });
  }

  private async addPointer(
    expression: string,
    target: Type,
    depth: number,
    isPointedTo: boolean,
  ): Promise<void> {
    if (isCharacter(target)) {
      this.add({ expression, kind: 'text' });
      return;
    }
    this.add({ expression, kind: 'address' });
    const bare = strip(target);
    if (isPointedTo || bare.kind === 'void' || bare.kind === 'function') return;
    await this.addPartsOf(`*${operand(expression)}`, bare, depth + 1, true);
  }
}

/** `*p` and `x` become `p->x`. */
function memberOf(expression: string, member: string): string {
  const pointer = /^\*([\w.$]|->|\[\d+\])+$/.test(expression) ? expression.slice(1) : undefined;
  return pointer === undefined ? `${operand(expression)}.${member}` : `${pointer}->${member}`;
}

/** In brackets where an operator would bind less tightly. */
function operand(expression: string): string {
  return /^(?:[\w.$:]|->|\[\w+\])+$/.test(expression) ? expression : `(${expression})`;
}

/** One byte that `print` writes as a character. */
function isCharacter(declared: Type): boolean {
  const type = strip(declared);
  if (isAlias(type) || type.kind !== 'base' || sizeOf(type) !== 1) return false;
  return type.encoding === DW_ATE.signed_char || type.encoding === DW_ATE.unsigned_char;
}

function enumeratorNames(
  enumerators: readonly { readonly name: string; readonly value: bigint }[],
): ReadonlyMap<number, string> {
  return new Map(enumerators.map(({ name, value }) => [Number(value), name]));
}
