// Rules of gdb 13 that are wrong, in place of the debug adapter's: GDB_RULES in the environment
// names them. Where the adapter then says what gdb says, that rule alone is why the two differ:
// ruleFaults.mjs says what proves each wrong.
import { CallerRegisters } from '../../src/machine/unwind/physicalFrame';
import { Program } from '../../src/symbols/program';
import type { CallSite } from '../../src/symbols/scope';
import { TraceModule } from '../../src/trace/traceModule';

const rules = process.env['GDB_RULES'] ?? '';
if (rules.includes('read-only memory')) onlyWhereItWasLinked();
if (rules.includes('overwritten registers')) fromTheInnermostStackFrame();
if (rules.includes('cold parts')) withoutTailCallsToSplitFunctions();

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

/** Where a tail call leads to a function in several parts, nothing is known of any tail call. */
function withoutTailCallsToSplitFunctions(): void {
  replace(Program.prototype, 'callSitesOf', (callSitesOf) => {
    return async function (this: Program, scope) {
      const wholeTarget = async (target: Awaited<ReturnType<CallSite['target']>>) => {
        if (typeof target !== 'bigint') return target;
        const parts = (await this.scopesAt(target)).at(-1)?.ranges ?? [];
        return parts.length > 1 ? undefined : target;
      };
      return (await callSitesOf.call(this, scope)).map((site) =>
        site.tail ? { ...site, target: async () => wholeTarget(await site.target()) } : site,
      );
    };
  });
}

function replace<Class, Name extends keyof Class>(
  prototype: Class,
  name: Name,
  by: (method: Class[Name]) => Class[Name],
): void {
  prototype[name] = by(prototype[name]);
}
