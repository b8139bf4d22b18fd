// The actions of a plan as those of packets, at one address of the program: gdb manual,
// "Tracepoint Actions" and "Tracepoint Packets" (QTDP). The time comes first, then the registers,
// which cannot fail and which all code needs, then memory and code in the user's order. Locals
// are code, not memory at a register: gdbserver knows no such memory.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import type { Action } from '../../format/description';
import {
  type AgentCollection,
  compileForCollecting,
  compileForValue,
  compileReturnAddress,
  compileTraceVariable,
  compileVariable,
} from '../../expressions/agent/compileForAgent';
import type { CompileSite } from '../../expressions/agent/compileSite';
import { optimizedOut, type Problem } from '../../expressions/problem';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import type { Variable } from '../../symbols/scope';
import { actionText, timeItem, type PlannedAction } from './plan';

/** Actions of a hit or of steps. */
interface PreparedActions {
  readonly actions: readonly Action[];
  /** What the user typed, and why it is not recorded, or not all of it. */
  readonly problems: readonly { readonly item: string; readonly message: string }[];
}

/** What actions depend on apart from the place. */
export interface ActionSetting {
  readonly site: CompileSite;
  /** The number of `$trace_timestamp`, where each hit records it. */
  readonly timeVariable: number | undefined;
  readonly isStatic: boolean;
  /** Whether the target records strings: `tracenz` of qSupported. */
  readonly recordsStrings: boolean;
}

/** gdbserver has no limit of its own; it takes strings in blocks of so many bytes. */
const maxStringLength = 65_535;

/** The actions, and what of them cannot be. */
export async function prepareActions(
  planned: readonly PlannedAction[],
  setting: ActionSetting,
): Promise<PreparedActions> {
  const maker = new ActionBuilder(setting);
  if (setting.timeVariable !== undefined) maker.addTime(setting.timeVariable);
  for (const action of planned) await maker.add(action);
  return maker.result;
}

class ActionBuilder {
  private readonly time: Action[] = [];
  private readonly registers = new Set<number>();
  private readonly actions: Action[] = [];
  private readonly problems: { item: string; message: string }[] = [];

  constructor(private readonly setting: ActionSetting) {}

  get result(): PreparedActions {
    const { time, registers, actions, problems } = this;
    const mask: Action[] =
      registers.size > 0 ? [{ kind: 'registers', mask: registerMask(registers) }] : [];
    return { actions: [...time, ...mask, ...actions], problems };
  }

  addTime(number: number): void {
    const { expressions } = compileTraceVariable(number);
    append(this.time, expressions.map(expressionAction));
  }

  async add(action: PlannedAction): Promise<void> {
    const item = actionText(action);
    if (action.action === 'teval') {
      const compiled = await compileForValue(action.expression, this.setting.site);
      if ('problem' in compiled) this.refuse(item, compiled.problem);
      else this.actions.push(expressionAction(compiled.bytecode));
      return;
    }
    await this.collect(action.item, this.stringLimit(action.strings, item), item);
  }

  private stringLimit(strings: number | undefined, item: string): number | undefined {
    if (strings === undefined) return undefined;
    if (this.setting.recordsStrings) return strings === 0 ? maxStringLength : strings;
    this.refuse(item, t('The target records no strings; the pointer is recorded.'));
    return undefined;
  }

  private async collect(what: string, strings: number | undefined, item: string): Promise<void> {
    const { site, isStatic } = this.setting;
    switch (what) {
      case '$regs':
        for (const { number } of site.registers.all) this.registers.add(number);
        return;
      case '$args':
      case '$locals':
        return this.collectVariables(what, strings);
      case '$_ret':
        this.take(await compileReturnAddress(site), item);
        return;
      case '$_sdata':
        if (isStatic) this.actions.push({ kind: 'static-data' });
        else this.refuse(item, t('Only static tracepoints have data of their own.'));
        return;
      case timeItem:
        if (this.time.length > 0) return;
    }
    this.take(await compileForCollecting(what, site, strings), item);
  }

  private async collectVariables(
    what: '$args' | '$locals',
    strings: number | undefined,
  ): Promise<void> {
    const { site } = this.setting;
    const { scope } = site.frame;
    if (!scope) {
      this.refuse(
        `collect ${what}`,
        t('Nothing is known of the variables here: the code has no debugging information.'),
      );
      return;
    }
    const variables: readonly Variable[] = what === '$args' ? argumentsOf(scope) : localsOf(scope);
    for (const variable of variables) {
      const collection = await compileVariable(variable, site, strings);
      // Frames show it as optimized out, which is all that there is to say of it.
      if ('problem' in collection && collection.problem === optimizedOut) continue;
      this.take(collection, `collect ${what}: ${variable.name}`);
    }
  }

  private take(collection: AgentCollection | Problem, item: string): void {
    if ('problem' in collection) {
      this.refuse(item, collection.problem);
      return;
    }
    for (const number of collection.registers) this.registers.add(number);
    for (const { address, length } of collection.memory) {
      this.actions.push({ kind: 'memory', baseRegister: undefined, offset: address, length });
    }
    append(this.actions, collection.expressions.map(expressionAction));
  }

  private refuse(item: string, message: string): void {
    this.problems.push({ item, message });
  }
}

function expressionAction(bytecode: Uint8Array): Action {
  return { kind: 'expression', bytecode };
}

/** A bit for each register, in whole bytes; the digits begin with the highest. */
function registerMask(registers: Iterable<number>): string {
  let mask = 0n;
  for (const number of registers) mask |= 1n << BigInt(number);
  const digits = mask.toString(16);
  return digits.padStart(2 * Math.ceil(digits.length / 2), '0');
}
