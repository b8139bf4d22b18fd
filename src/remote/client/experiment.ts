// Sends an experiment to a target and starts it, in the order of gdb's `tstart`: gdb manual,
// "Tracepoint Packets". What a target does not know is left out where the run makes sense without
// it, and said.
import type { Diagnostic } from '../../bytes/diagnostic';
import { hexAddress } from '../../bytes/hex';
import { readOnlyRanges } from '../../trace/moduleList';
import { writeDefinition, type DefinitionPacket } from '../packets/definitions';
import { writePacket } from '../packets/packet';
import type { RunPacket, TraceNote } from '../packets/run';
import { type RspClient, TargetProblem, type TargetFeatures } from './rspClient';
import type { Experiment, RunOptions } from './recording';

const utf8 = new TextEncoder();

/**
 * Defines and starts a run; the findings are what the target left out. Rejects with a {@link
 * TargetProblem}.
 */
export async function startExperiment(
  client: RspClient,
  features: TargetFeatures,
  experiment: Experiment,
  options: RunOptions,
): Promise<Diagnostic[]> {
  const sender = new ExperimentSender(client, features);
  await sender.demand({ kind: 'clear-experiment' }, 'The target cannot record');
  for (const packet of experiment.definitions) await sender.define(packet);
  await sender.defineReadOnly(experiment);
  await sender.setUp(options);
  await client.requireOk('QTStart', 'The run does not start');
  return sender.findings;
}

/** The packets that tell a target notes; `kind` as QTNotes has it. */
export function notePacket(
  notes: readonly { kind: 'user' | 'notes' | 'tstop'; text: string }[],
): string {
  const written: TraceNote[] = notes.map(({ kind, text }) => ({
    type: kind,
    text: utf8.encode(text),
  }));
  return writePacket({ kind: 'notes', notes: written });
}

class ExperimentSender {
  readonly findings: Diagnostic[] = [];
  private keepsSource = true;

  constructor(
    private readonly client: RspClient,
    private readonly features: TargetFeatures,
  ) {}

  async define(packet: DefinitionPacket): Promise<void> {
    switch (packet.kind) {
      case 'define-tracepoint':
        await this.demand(this.withinAbilities(packet), failure(packet));
        return;
      case 'define-source':
        if (!this.keepsSource) return;
        this.keepsSource = await this.attempt(
          writeDefinition(packet),
          'The target keeps no source of tracepoints: who connects to it later does not see what was asked for.',
        );
        return;
      case 'define-variable':
        await this.demand(packet, `Trace state variable ${packet.number} cannot be defined`);
        return;
      case 'define-actions':
      case 'enable-tracepoint':
      case 'disable-tracepoint':
        await this.demand(packet, failure(packet));
        return;
      case 'transparent':
      case 'clear-experiment':
        await this.demand(packet, 'The experiment cannot be defined');
    }
  }

  async demand(packet: DefinitionPacket, what: string): Promise<void> {
    const text = writeDefinition(packet);
    if (text.length > this.features.packetSize) {
      const size = `${text.length} characters, and the target takes ${this.features.packetSize}`;
      throw new TargetProblem('refused', `${what}: it needs a packet of ${size}. Collect less.`);
    }
    await this.client.requireOk(text, what);
  }

  /**
   * The read-only sections of the programs at their run-time addresses, as many as a packet
   * takes: gdb sends one, and so does this.
   */
  async defineReadOnly({ programs }: Experiment): Promise<void> {
    const all = programs.flatMap(readOnlyRanges);
    if (all.length === 0) return;
    const fitting = Math.floor((this.features.packetSize - 'QTro'.length) / charactersOfRange);
    const ranges = all.slice(0, fitting);
    await this.client.request(writeDefinition({ kind: 'transparent', ranges }));
    if (fitting < all.length) {
      this.say(
        'read-only-sections',
        `Only ${fitting} of ${all.length} read-only sections fit into a packet.`,
      );
    }
  }

  async setUp(options: RunOptions): Promise<void> {
    const { circular = false, bufferSize, disconnected = false, user, notes } = options;
    await this.prefer(
      { kind: 'circular-buffer', circular },
      circular && 'The target has no circular buffer: the run ends when the buffer is full.',
    );
    if (bufferSize !== undefined || this.features.has('QTBuffer:size')) {
      await this.prefer(
        { kind: 'buffer-size', size: bufferSize },
        bufferSize !== undefined && 'The target does not let its buffer be sized.',
      );
    }
    await this.prefer(
      { kind: 'disconnected-tracing', goesOn: disconnected },
      disconnected && 'The target cannot go on without a connection: the run ends with it.',
    );
    const told = [
      ...(user === undefined ? [] : [{ kind: 'user' as const, text: user }]),
      ...(notes === undefined ? [] : [{ kind: 'notes' as const, text: notes }]),
    ];
    if (told.length > 0) await this.attempt(notePacket(told), 'The target keeps no notes.');
  }

  /** A tracepoint without what the target cannot do; gdb sends the same then. */
  private withinAbilities(
    packet: Extract<DefinitionPacket, { kind: 'define-tracepoint' }>,
  ): DefinitionPacket {
    const { conditionBytecode, fastLength, ...plain } = packet;
    const name = `Tracepoint ${packet.number} at ${hexAddress(packet.address)}`;
    const hasConditions = this.features.has('ConditionalTracepoints');
    const hasFast = this.features.has('FastTracepoints');
    if (conditionBytecode && !hasConditions) {
      this.say('no-conditions', `${name} records every hit: the target knows no conditions.`);
    }
    if (fastLength !== undefined && !hasFast) {
      this.say('no-fast-tracepoints', `${name} is no fast one: the target knows none.`);
    }
    return {
      ...plain,
      ...(conditionBytecode && hasConditions && { conditionBytecode }),
      ...(fastLength !== undefined && hasFast && { fastLength }),
    };
  }

  /**
   * Sends a setting; what it means that the target does not take it is said where it was asked
   * for.
   */
  private async prefer(packet: RunPacket, otherwise: string | false): Promise<void> {
    await this.attempt(writePacket(packet), otherwise);
  }

  private async attempt(packet: string, otherwise: string | false): Promise<boolean> {
    const isDone =
      packet.length <= this.features.packetSize && (await this.client.request(packet)) === 'OK';
    if (!isDone && otherwise !== false) this.say('target-cannot', otherwise);
    return isDone;
  }

  private say(code: string, message: string): void {
    this.findings.push({ severity: 'warning', code, message });
  }
}

/** `:` and two addresses of 16 digits with a comma between. */
const charactersOfRange = 34;

function failure({ number, address }: { number: number; address: bigint }): string {
  return `Tracepoint ${number} at ${hexAddress(address)} cannot be defined`;
}
