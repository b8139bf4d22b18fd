// Rules of gdb 13 that are wrong, in place of the debug adapter's: GDB_RULES in the environment
// names them. Where the adapter then says what gdb says, that rule alone is why the two differ:
// ruleFaults.mjs says what proves each wrong.
import { ValueBackEnd, unread } from '../../src/expressions/values/backEnd';
import { Failure } from '../../src/expressions/problem';
import { Origin } from '../../src/machine/memory';
import { CallerRegisters } from '../../src/machine/unwind/physicalFrame';
import type { StackFrame } from '../../src/machine/stackFrame';
import { DW_AT, DW_TAG } from '../../src/symbols/dwarf/constants';
import type { Entries } from '../../src/symbols/dwarf/entries';
import type { Entry } from '../../src/symbols/dwarf/entryTree';
import { Locations } from '../../src/symbols/dwarf/locations';
import { Scopes } from '../../src/symbols/dwarf/scopes';
import { placedUnit } from '../../src/symbols/dwarf/unit';
import { Program } from '../../src/symbols/program';
import { ProgramLines } from '../../src/symbols/programLines';
import type { FunctionAddress } from '../../src/symbols/programPlaces';
import type { Member, Type } from '../../src/symbols/type';
import { Trace } from '../../src/trace/trace';
import { TraceModule } from '../../src/trace/traceModule';
import { Contents } from '../../src/values/contents';
import { activeVariant, at } from '../../src/values/navigate';
import { asClass, sizeOf, strip } from '../../src/values/types';
import { asInteger, type ValueContext } from '../../src/values/value';

const rules = process.env['GDB_RULES'] ?? '';
if (rules.includes('read-only memory')) onlyWhereItWasLinked();
if (rules.includes('overwritten registers')) fromTheInnermostStackFrame();
if (rules.includes('cold parts')) withoutTailCallsOfSplitFunctions();
if (rules.includes('entries of inlined functions')) fromTheFunctionItself();
if (rules.includes('origins of origins')) withParametersTwice();
if (rules.includes('moved sections')) withoutLinesOfFunctions();
if (rules.includes('synthetic pointers')) asZero();
if (rules.includes('typedefs in names')) onlyByTheLinkersNames();
if (rules.includes('memory of enums')) neverWithoutDiscriminants();
if (rules.includes('offsets in split files')) withoutBasesInSplitFiles();

/** Read-only memory is that of the program where it was linked, and of no shared object. */
function onlyWhereItWasLinked(): void {
  replace(TraceModule.prototype, 'read', (read) => {
    return async function (this: TraceModule, address, length) {
      if (this.slide === 0n) return read.call(this, address, length);
      return { address, bytes: new Uint8Array(length), origins: new Uint8Array(length) };
    };
  });
}

/** A caller has what is now in the registers that a call may overwrite. */
function fromTheInnermostStackFrame(): void {
  replace(CallerRegisters.prototype, 'numbered', (numbered) => {
    return function (this: CallerRegisters, number) {
      const own = numbered.call(this, number);
      return own.kind === 'notSaved' ? (this['callee']?.numbered(number) ?? own) : own;
    };
  });
  replace(CallerRegisters.prototype, 'named', (named) => {
    return function (this: CallerRegisters, name) {
      const own = named.call(this, name);
      return own?.kind === 'notSaved' ? (this['callee']?.named(name) ?? own) : own;
    };
  });
}

/** Nothing is known of the tail calls of a function in several parts. */
function withoutTailCallsOfSplitFunctions(): void {
  replace(Program.prototype, 'functionEnteredAt', (functionEnteredAt) => {
    return async function (this: Program, entry) {
      const found = await functionEnteredAt.call(this, entry);
      return found && found.ranges.length > 1 ? undefined : found;
    };
  });
}

/** For what is inlined in a function, what its caller gave is computed from its own registers. */
function fromTheFunctionItself(): void {
  replace(Trace.prototype, 'callStack', (callStack) => {
    return async function (this: Trace, frame, limits) {
      const stack = await callStack.call(this, frame, limits);
      const frames = stack.frames.map((inlined): StackFrame => {
        const own = stack.frames.find(
          ({ level, kind }) => level > inlined.level && kind !== 'inline',
        );
        if (inlined.kind !== 'inline' || !own) return inlined;
        const caller = async () => {
          const found = await inlined.caller();
          return found && { ...own, pc: found.pc, lookupPc: found.lookupPc, module: found.module };
        };
        return { ...inlined, caller };
      });
      return { ...stack, frames };
    };
  });
}

/** Of an instance of what is itself an instance, each variable is there twice, and nowhere. */
function withParametersTwice(): void {
  interface Reader {
    readonly entries: Entries;
    entriesIn(block: Entry): Promise<Entry[]>;
  }
  replace(Scopes.prototype as unknown as Reader, 'entriesIn', (entriesIn) => {
    return async function (this: Reader, block) {
      const found = await entriesIn.call(this, block);
      const origin = await this.entries.follow(block, block.value(DW_AT.abstract_origin));
      const twice = [...(origin?.children() ?? [])].filter(
        (each) =>
          (each.tag === DW_TAG.formal_parameter || each.tag === DW_TAG.variable) &&
          each.value(DW_AT.abstract_origin),
      );
      const nowhere = await Promise.all(
        found.map(async (each) => {
          const { entries } = await this.entries.describe(each);
          return twice.find(({ offset }) => entries.some((at) => at.offset === offset)) ?? each;
        }),
      );
      return [...nowhere, ...twice.filter((each) => nowhere.includes(each))];
    };
  });
}

/** No line is known where a function of a moved program begins that was asked for by its name. */
function withoutLinesOfFunctions(): void {
  const asked = new WeakMap<ProgramLines, Set<bigint>>();
  const noted = <Found extends FunctionAddress>(program: Program, functions: readonly Found[]) => {
    if (!program.positionIndependent) return functions;
    const entries = asked.get(program.lines) ?? new Set();
    asked.set(program.lines, entries);
    for (const { entry } of functions) entries.add(entry);
    return functions;
  };
  replace(Program.prototype, 'addressesOfFunction', (addressesOfFunction) => {
    return async function (this: Program, name) {
      return noted(this, await addressesOfFunction.call(this, name));
    };
  });
  replace(Program.prototype, 'describedFunctions', (describedFunctions) => {
    return async function (this: Program, name) {
      return noted(this, await describedFunctions.call(this, name));
    };
  });
  replace(ProgramLines.prototype, 'lineSpanAt', (lineSpanAt) => {
    return async function (this: ProgramLines, address) {
      return asked.get(this)?.has(address) ? undefined : lineSpanAt.call(this, address);
    };
  });
}

/** In a split file of DWARF 5, an offset from a base address is itself an address. */
function withoutBasesInSplitFiles(): void {
  replace(Locations.prototype, 'read', (read) => {
    return async function (this: Locations, entry, value, functionEntry) {
      const found = await read.call(this, entry, value, functionEntry);
      const isSplit = placedUnit(entry.unit) !== entry.unit;
      if (found.kind !== 'list' || !isSplit || entry.unit.header.encoding.version < 5) return found;
      let base = 0n;
      const entries = found.entries.map((each) => {
        base = each.bases?.at(-1) ?? base;
        return { ...each, start: each.start - base, end: each.end - base };
      });
      return { ...found, entries };
    };
  });
}

/** A pointer without an address is the number 0. */
function asZero(): void {
  const missing = Contents.missing.bind(Contents);
  Contents.missing = (size, why) => {
    return why === 'syntheticPointer' ? new Contents(new Uint8Array(size)) : missing(size, why);
  };
}

/** A function whose parameters are named is found by what the linker has of them. */
function onlyByTheLinkersNames(): void {
  replace(Program.prototype, 'describedFunctions', (describedFunctions) => {
    return async function (this: Program, name) {
      const found = await describedFunctions.call(this, name);
      return found.filter(({ linkageName }) => linkageName !== undefined);
    };
  });
}

/**
 * Nothing can be said of what has an enum in it, nor of its type, where the memory of the
 * discriminant is missing. A variable that is nowhere is at address 0.
 */
function neverWithoutDiscriminants(): void {
  replace(ValueBackEnd.prototype, 'variable', (variable) => {
    return async function (this: ValueBackEnd, declared, module) {
      const { type, location } = declared;
      if (location.kind === 'none') {
        const missing = await missingDiscriminant(type, 0n, { ...this.context, memory: nothing });
        if (missing !== undefined && !this.semantics.typesOnly) throw unavailable(missing);
        if (missing !== undefined) return this.object(await unread(type, this.context));
      }
      return variable.call(this, declared, module);
    };
  });
  replace(ValueBackEnd.prototype, 'pointee', (pointee) => {
    return async function (this: ValueBackEnd, pointer, target) {
      const value = this.value(pointer);
      const address = await asInteger(value);
      const missing =
        address === undefined
          ? undefined
          : await missingDiscriminant(target, address, value.context);
      if (missing !== undefined) throw unavailable(missing);
      return pointee.call(this, pointer, target);
    };
  });
}

const nothing: ValueContext['memory'] = {
  read: (address, length) => {
    const origins = new Uint8Array(length).fill(Origin.unavailable);
    return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
  },
};

function unavailable(address: bigint): Failure {
  return new Failure(`Memory at address 0x${address.toString(16)} unavailable.`);
}

/** Where the first discriminant is that is missing of an object. */
async function missingDiscriminant(
  declared: Type,
  address: bigint,
  context: ValueContext,
): Promise<bigint | undefined> {
  const type = strip(declared);
  if (type.kind === 'array') return missingDiscriminant(type.element, address, context);
  const { members = [], variants } = (await asClass(type)?.members()) ?? {};
  const placeOf = ({ offset }: Member) => address + (typeof offset === 'bigint' ? offset : 0n);
  const { discriminant } = variants ?? {};
  if (discriminant) {
    const size = sizeOf(discriminant.type) ?? 0;
    const { origins } = await context.memory.read(placeOf(discriminant), size);
    if (origins.includes(Origin.unavailable)) return placeOf(discriminant);
  }
  const variant = variants && (await activeVariant(await at(type, address, context), variants));
  if (variant && 'type' in variant) return missingDiscriminant(variant.type, address, context);
  for (const member of members) {
    const missing = await missingDiscriminant(member.type, placeOf(member), context);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function replace<Class, Name extends keyof Class>(
  prototype: Class,
  name: Name,
  by: (method: Class[Name]) => Class[Name],
): void {
  prototype[name] = by(prototype[name]);
}
