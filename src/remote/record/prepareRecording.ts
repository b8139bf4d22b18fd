// From a plan to the packets that define it on a target: gdb manual, "Tracepoint Packets". What
// cannot be done is said in a sentence, and the rest is recorded.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { hexAddress } from '../../bytes/hex';
import { compileForValue } from '../../expressions/agent/compileForAgent';
import {
  compileSiteAt,
  type CompileSite,
  type AgentTarget,
} from '../../expressions/agent/compileSite';
import {
  type DefinitionPacket,
  type TracepointDefinition,
  writeActions,
} from '../packets/definitions';
import {
  type PlannedTracepoint,
  type RecordingPlan,
  actionTexts,
  keptText,
  type PlannedAction,
} from './plan';
import { prepareActions, type ActionSetting } from './preparedActions';
import {
  noMarkers,
  type PreparationProblem,
  type RecordingTarget,
  resolveLocation,
} from './resolveLocation';
import type { Action } from '../../format/description';
import type { Architecture } from '../../machine/arch/architecture';

/** A tracepoint where it was put. */
interface PreparedTracepoint {
  readonly number: number;
  /** Run-time addresses, ascending; none where it could not be put anywhere. */
  readonly addresses: readonly bigint[];
}

/** A plan, ready to be sent. */
export interface PreparedRecording {
  /**
   * Variables, then each tracepoint with its actions and source, address by address; QTinit, QTro
   * and QTStart are not in it.
   */
  readonly definitions: readonly DefinitionPacket[];
  readonly tracepoints: readonly PreparedTracepoint[];
  readonly problems: readonly PreparationProblem[];
}

/** Prepares a plan for a target. Never rejects for what the plan asks. */
export async function prepareRecording(
  asked: RecordingPlan,
  target: RecordingTarget,
): Promise<PreparedRecording> {
  const plan = withOwnRegisterNames(asked, target.layout.architecture);
  const variables = numberVariables(plan, target);
  const definitions: DefinitionPacket[] = [...variables.definitions];
  const problems: PreparationProblem[] = [...variables.problems];
  const tracepoints: PreparedTracepoint[] = [];
  for (const tracepoint of plan.tracepoints) {
    const prepared = new TracepointPreparation(tracepoint, plan, target, variables);
    const addresses = await prepared.run();
    append(definitions, prepared.definitions);
    append(problems, prepared.problems);
    tracepoints.push({ number: tracepoint.number, addresses });
  }
  return { definitions, tracepoints, problems };
}

/** One tracepoint, at all its addresses. */
class TracepointPreparation {
  readonly definitions: DefinitionPacket[] = [];
  readonly problems: PreparationProblem[] = [];

  constructor(
    private readonly planned: PlannedTracepoint,
    private readonly plan: RecordingPlan,
    private readonly target: RecordingTarget,
    private readonly variables: NumberedVariables,
  ) {}

  async run(): Promise<bigint[]> {
    const { planned, target } = this;
    const location = await resolveLocation(planned.location, target);
    if ('problem' in location) {
      this.say(planned.location, location.problem);
      return [];
    }
    if (planned.kind === 'static') {
      const marked = [...(target.markers?.values() ?? [])].flat();
      if (!location.addresses.every((address) => marked.includes(address))) {
        const problem = marked.length === 0 ? noMarkers() : t('There is no static marker.');
        this.say(planned.location, problem);
        return [];
      }
    }
    const { layout, order, modules } = target;
    const agentTarget: AgentTarget = { layout, order, modules, variable: this.variables.number };
    const defined: bigint[] = [];
    for (const address of location.addresses) {
      if (await this.define(await compileSiteAt(agentTarget, address))) defined.push(address);
    }
    return defined;
  }

  /** False where the tracepoint makes no sense at the address. */
  private async define(site: CompileSite): Promise<boolean> {
    const { planned, plan, target } = this;
    const address = site.frame.pc;
    const condition = await this.condition(site);
    if (condition === 'refused') return false;
    const setting: ActionSetting = {
      site,
      timeVariable: this.variables.time,
      isStatic: planned.kind === 'static',
      recordsStrings: target.features.has('tracenz'),
    };
    const hit = await prepareActions(planned.actions, setting);
    const steps = planned.stepping && (await prepareActions(planned.stepping.actions, setting));
    for (const { item, message } of [...hit.problems, ...(steps?.problems ?? [])]) {
      this.say(item, message);
    }
    const definition: TracepointDefinition = {
      number: planned.number,
      address,
      enabled: planned.enabled,
      step: planned.stepping?.count ?? 0,
      pass: planned.passCount,
      ...(await this.kind(address)),
      ...(condition && { conditionBytecode: condition }),
    };
    const lists = { actions: hit.actions, steppingActions: steps?.actions ?? [] };
    const actions = actionPackets(planned.number, address, lists, target.features.packetSize);
    this.definitions.push({ kind: 'define-tracepoint', ...definition, more: actions.length > 0 });
    append(this.definitions, actions);
    if (target.features.has('TracepointSource')) {
      const { packets, tooLong } = sourcePackets(planned, address, plan.recordTime);
      append(this.definitions, packets);
      for (const text of tooLong) {
        this.say(text, t('It is recorded, but its text is too long to be kept in the trace.'));
      }
    }
    return true;
  }

  private async condition(site: CompileSite): Promise<Uint8Array | 'refused' | undefined> {
    const { condition } = this.planned;
    if (condition === undefined || condition.trim() === '') return undefined;
    const compiled = await compileForValue(condition, site);
    if ('bytecode' in compiled) return compiled.bytecode;
    const where = hexAddress(site.frame.pc);
    this.say(
      condition,
      t('{0} Without its condition nothing is recorded at {1}.', compiled.problem, where),
    );
    return 'refused';
  }

  /**
   * What a fast tracepoint replaces is an instruction of the length that the target's jump needs.
   */
  private async kind(
    address: bigint,
  ): Promise<Pick<TracepointDefinition, 'isStatic' | 'fastLength'>> {
    const { planned, target } = this;
    if (planned.kind !== 'fast') return { isStatic: planned.kind === 'static' };
    const length = await target.instructionLength?.(address);
    const { shortestFastInstruction: shortest = 0 } = target;
    const why = !target.features.has('FastTracepoints')
      ? t('the target has no fast tracepoints')
      : target.lacksAgent
        ? t('the program has not loaded the in-process agent (LD_PRELOAD=libinproctrace.so)')
        : length === undefined
          ? t('the length of the instruction there is not known')
          : length < shortest
            ? t(
                "the instruction there has {0} bytes, and the target's jump needs {1}",
                length,
                shortest,
              )
            : undefined;
    if (why === undefined && length !== undefined) return { isStatic: false, fastLength: length };
    this.say(
      planned.location,
      t('At {0} it is an ordinary tracepoint: {1}.', hexAddress(address), why ?? ''),
    );
    return { isStatic: false };
  }

  private say(item: string, message: string): void {
    const { number } = this.planned;
    const isSaid = this.problems.some((each) => each.item === item && each.message === message);
    if (!isSaid) this.problems.push({ tracepoint: number, item, message });
  }
}

// Actions cut into packets: gdb manual, "Tracepoint Packets" (QTDP, the `-` that says that more
// follow).

/**
 * Targets that do not take lists apart write each packet as a line of the trace file, and gdb
 * opens none of 1000 characters.
 */
const maxPacketLength = 980;
/** `QTDP:-`, a number, an address, what opens stepping, and the `-` at the end. */
const around = 40;

/**
 * The packets of a tracepoint's actions, each as long as a target takes it; none without actions.
 */
function actionPackets(
  number: number,
  address: bigint,
  lists: { readonly actions: readonly Action[]; readonly steppingActions: readonly Action[] },
  packetSize: number,
): DefinitionPacket[] {
  const room = Math.min(packetSize, maxPacketLength) - around;
  const hits = pieces(lists.actions, room).map((actions) => ({
    actions,
    steppingActions: [] as Action[],
    opensStepping: false,
  }));
  const steps = pieces(lists.steppingActions, room).map((steppingActions, i) => ({
    actions: [] as Action[],
    steppingActions,
    opensStepping: i === 0,
  }));
  const all = [...hits, ...steps.map(asPacket)];
  return all.map((each, i) => ({
    kind: 'define-actions' as const,
    number,
    address,
    ...each,
    more: i < all.length - 1,
  }));
}

/**
 * Only the first packet of steps is marked as such: the next ones are written as those of hits are.
 */
function asPacket(packet: {
  actions: Action[];
  steppingActions: Action[];
  opensStepping: boolean;
}): { actions: Action[]; steppingActions: Action[]; opensStepping: boolean } {
  if (packet.opensStepping) return packet;
  return { actions: packet.steppingActions, steppingActions: [], opensStepping: false };
}

function pieces(actions: readonly Action[], room: number): Action[][] {
  const found: Action[][] = [];
  let length = Infinity;
  for (const action of actions) {
    const size = writeActions([action]).length;
    if (length + size > room) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(action);
    length += size;
  }
  return found;
}

// What the user typed, for the target to keep with a tracepoint: gdb manual, "Tracepoint
// Packets" (QTDPsrc).

/**
 * Bytes of the longest text: it is written in hexadecimal digits in a line of the trace file, gdb
 * opens no file with a line of 1000 characters, and it never joins what comes in several.
 */
const maxSourceLength = 470;

/** The packets in gdb's order: location, condition, commands; and the texts that are too long. */
function sourcePackets(
  planned: PlannedTracepoint,
  address: bigint,
  recordTime: boolean,
): { packets: DefinitionPacket[]; tooLong: string[] } {
  const { number, location, condition } = planned;
  const texts = [
    { type: 'at', text: location.trim() },
    ...(condition === undefined || condition.trim() === ''
      ? []
      : [{ type: 'cond', text: condition }]),
    ...actionTexts(planned, recordTime).map((text) => ({ type: 'cmd', text: keptText(text) })),
  ];
  const encoder = new TextEncoder();
  const packets: DefinitionPacket[] = [];
  const tooLong: string[] = [];
  for (const { type, text } of texts) {
    const bytes = encoder.encode(text);
    if (bytes.length > maxSourceLength) tooLong.push(text);
    else {
      const whole = { start: 0, length: bytes.length, text: bytes };
      packets.push({ kind: 'define-source', number, address, type, ...whole });
    }
  }
  return { packets, tooLong };
}

// The trace state variables of a plan with their numbers: gdb manual, "Tracepoint Packets"
// (QTDV). Those that the target has keep theirs, as in gdb; those of the plan get the next ones.

/** Variables by name. */
export interface NumberedVariables {
  /** The number of a variable, by its name without `$`. */
  readonly number: (name: string) => number | undefined;
  /** The number of `$trace_timestamp`, where the plan records it and the target has it. */
  readonly time: number | undefined;
  readonly definitions: readonly DefinitionPacket[];
  readonly problems: readonly PreparationProblem[];
}

const timestamp = 'trace_timestamp';

/** Numbers the variables of the target and of the plan. */
function numberVariables(
  { variables, recordTime }: RecordingPlan,
  target: Pick<RecordingTarget, 'variables'>,
): NumberedVariables {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const numbers = new Map<string, number>();
  const definitions: DefinitionPacket[] = [];
  const problems: PreparationProblem[] = [];
  // A variable of a run before this one is not the target's own.
  const own = target.variables.filter(({ builtin, name }) => builtin === true && name);
  for (const variable of own) {
    numbers.set(decoder.decode(variable.name), variable.number);
    definitions.push(variableDefinition(variable));
  }
  let next = own.reduce((last, { number }) => Math.max(last, number), 0);
  for (const { name, initialValue } of variables) {
    if (numbers.has(name)) {
      const message = t('There is one of that name already; this one is left out.');
      problems.push({ item: `$${name}`, message });
      continue;
    }
    numbers.set(name, ++next);
    const bytes = encoder.encode(name);
    definitions.push(
      variableDefinition({ number: next, initialValue, builtin: false, name: bytes }),
    );
  }
  const time = recordTime ? numbers.get(timestamp) : undefined;
  if (recordTime && time === undefined) {
    const message = t('The target has no clock for traces: hits are recorded without their time.');
    problems.push({ item: `$${timestamp}`, message });
  }
  return { number: (name) => numbers.get(name), time, definitions, problems };
}

function variableDefinition(
  variable: Omit<Extract<DefinitionPacket, { kind: 'define-variable' }>, 'kind'>,
): DefinitionPacket {
  const { number, initialValue, builtin, name } = variable;
  return {
    kind: 'define-variable',
    number,
    initialValue,
    ...(builtin !== undefined && { builtin }),
    ...(name && { name }),
  };
}

// Registers under the processor's own names: gdb collects neither `$sp` nor `$pc` where these
// represent another register ("GDB cannot yet trace user-register contents"), and loads no
// tracepoint whose text says so.

/** What represents another register. */
type Names = Pick<Architecture, 'pc' | 'sp' | 'fp' | 'ps'>;

/** The plan with the names that a processor has for `$pc`, `$sp`, `$fp` and `$ps`. */
export function withOwnRegisterNames(plan: RecordingPlan, names: Names): RecordingPlan {
  const own = (text: string): string =>
    text.replaceAll(/\$(pc|sp|fp|ps)\b/g, (alias, name: keyof Names) => {
      const known = names[name];
      return known === undefined ? alias : `$${known}`;
    });
  return { ...plan, tracepoints: plan.tracepoints.map((each) => renamed(each, own)) };
}

type Rename = (text: string) => string;

function renamed(tracepoint: PlannedTracepoint, own: Rename): PlannedTracepoint {
  const { location, condition, actions, stepping } = tracepoint;
  return {
    ...tracepoint,
    location: own(location),
    ...(condition !== undefined && { condition: own(condition) }),
    actions: actions.map((action) => renamedAction(action, own)),
    ...(stepping && {
      stepping: {
        ...stepping,
        actions: stepping.actions.map((action) => renamedAction(action, own)),
      },
    }),
  };
}

function renamedAction(action: PlannedAction, own: Rename): PlannedAction {
  return action.action === 'collect'
    ? { ...action, item: own(action.item) }
    : { ...action, expression: own(action.expression) };
}
