// From a plan to the packets that define it on a target: gdb manual, "Tracepoint Packets". What cannot be done is said in
// a sentence, and the rest is recorded.
import { hexAddress } from '../../bytes/hex';
import { compileForValue } from '../../expressions/agent/compileForAgent';
import { sceneAt, type AgentScene, type AgentTarget } from '../../expressions/agent/scene';
import type { DefinitionPacket, TracepointDefinition } from '../packets/definitions';
import { actionPackets } from './actionPackets';
import type { PlannedTracepoint, RecordingPlan } from './plan';
import { withOwnRegisterNames } from './ownRegisterNames';
import { prepareActions, type ActionSetting } from './preparedActions';
import { numberVariables, type NumberedVariables } from './preparedVariables';
import type { PreparationProblem, RecordingTarget } from './recordingTarget';
import { resolveLocation } from './resolveLocation';
import { sourcePackets } from './sourcePackets';

/** A tracepoint where it was put. */
interface PreparedTracepoint {
  readonly number: number;
  /** Run-time addresses, ascending; none where it could not be put anywhere. */
  readonly addresses: readonly bigint[];
}

/** A plan, ready to be sent. */
export interface PreparedRecording {
  /** Variables, then each tracepoint with its actions and source, address by address; QTinit, QTro and QTStart are not in it. */
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
    definitions.push(...prepared.definitions);
    problems.push(...prepared.problems);
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
    const { layout, order, placements } = target;
    const agentTarget: AgentTarget = { layout, order, placements, variable: this.variables.number };
    const defined: bigint[] = [];
    for (const address of location.addresses) {
      if (await this.define(await sceneAt(agentTarget, address))) defined.push(address);
    }
    return defined;
  }

  /** False where the tracepoint makes no sense at the address. */
  private async define(scene: AgentScene): Promise<boolean> {
    const { planned, plan, target } = this;
    const address = scene.frame.pc;
    const condition = await this.condition(scene);
    if (condition === 'refused') return false;
    const setting: ActionSetting = {
      scene,
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
      ...{ number: planned.number, address, enabled: planned.enabled },
      ...{ step: planned.stepping?.count ?? 0, pass: planned.passCount },
      ...(await this.kind(address)),
      ...(condition && { conditionBytecode: condition }),
    };
    const lists = { actions: hit.actions, steppingActions: steps?.actions ?? [] };
    const actions = actionPackets(planned.number, address, lists, target.features.packetSize);
    this.definitions.push({ kind: 'define-tracepoint', ...definition, more: actions.length > 0 });
    this.definitions.push(...actions);
    if (target.features.has('TracepointSource')) {
      const { packets, tooLong } = sourcePackets(planned, address, plan.recordTime);
      this.definitions.push(...packets);
      for (const text of tooLong) {
        this.say(text, 'It is recorded, but its text is too long to be kept in the trace.');
      }
    }
    return true;
  }

  private async condition(scene: AgentScene): Promise<Uint8Array | 'refused' | undefined> {
    const { condition } = this.planned;
    if (condition === undefined || condition.trim() === '') return undefined;
    const compiled = await compileForValue(condition, scene);
    if ('bytecode' in compiled) return compiled.bytecode;
    const where = hexAddress(scene.frame.pc);
    this.say(
      condition,
      `${compiled.problem} Without its condition nothing is recorded at ${where}.`,
    );
    return 'refused';
  }

  /** What a fast tracepoint replaces is an instruction of the length that the target's jump needs. */
  private async kind(
    address: bigint,
  ): Promise<Pick<TracepointDefinition, 'isStatic' | 'fastLength'>> {
    const { planned, target } = this;
    if (planned.kind !== 'fast') return { isStatic: planned.kind === 'static' };
    const length = await target.instructionLength?.(address);
    const { shortestFastInstruction: shortest = 0 } = target;
    const why = !target.features.has('FastTracepoints')
      ? 'the target has no fast tracepoints'
      : length === undefined
        ? 'the length of the instruction there is not known'
        : length < shortest
          ? `the instruction there has ${length} bytes, and the target's jump needs ${shortest}`
          : undefined;
    if (why === undefined && length !== undefined) return { isStatic: false, fastLength: length };
    this.say(
      planned.location,
      `At ${hexAddress(address)} it is an ordinary tracepoint: ${why ?? ''}.`,
    );
    return { isStatic: false };
  }

  private say(item: string, message: string): void {
    const { number } = this.planned;
    const isSaid = this.problems.some((each) => each.item === item && each.message === message);
    if (!isSaid) this.problems.push({ tracepoint: number, item, message });
  }
}
