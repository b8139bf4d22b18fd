// Sends an experiment to a target and starts it, in the order of gdb's `tstart`: gdb manual,
// "Tracepoint Packets". What a target does not know is left out where the run makes sense without
// it, and said.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../../bytes/diagnostic';
import { hexAddress } from '../../bytes/hex';
import { readOnlyRanges } from '../../trace/moduleList';
import { writeDefinition, type DefinitionPacket } from '../packets/definitions';
import { writePacket } from '../packets/packet';
import type { RunPacket, TraceNote } from '../packets/run';
import { type RspClient, TargetProblem, type TargetFeatures } from './rspClient';
import type { Experiment, RunOptions } from './recording';
import { requestRelocating } from './relocateInstruction';

const utf8 = new TextEncoder();

/**
 * Defines and starts a run on a processor of so many bits; the findings are what the target left
 * out. Rejects with a {@link
 * TargetProblem}.
 */
export async function startExperiment(
  client: RspClient,
  features: TargetFeatures,
  experiment: Experiment,
  options: RunOptions,
  bits: number,
): Promise<Diagnostic[]> {
  const sender = new ExperimentSender(client, features);
  try {
    await sender.start(experiment, options, bits);
  } catch (error) {
    const isRefused = error instanceof TargetProblem && error.kind === 'refused';
    if (!isRefused || fastLengths(experiment.definitions).size === 0) throw error;
    // What a target says of its jumps it says when the run starts.
    sender.say('no-fast-tracepoints', `${error.message} ${recordedByTraps()}`);
    const definitions = experiment.definitions.map(asTrap);
    await sender.start({ ...experiment, definitions }, options, bits);
  }
  return sender.findings;
}

const recordedByTraps = () => t('The fast tracepoints are recorded as ordinary ones.');

function asTrap(packet: DefinitionPacket): DefinitionPacket {
  if (packet.kind !== 'define-tracepoint') return packet;
  const plain = { ...packet };
  delete plain.fastLength;
  return plain;
}

/** The lengths of the instructions that jumps replace, by address. */
function fastLengths(definitions: readonly DefinitionPacket[]): ReadonlyMap<bigint, number> {
  return new Map(
    definitions.flatMap((packet) =>
      packet.kind === 'define-tracepoint' && packet.fastLength !== undefined
        ? [[packet.address, packet.fastLength] as const]
        : [],
    ),
  );
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

  async start(experiment: Experiment, options: RunOptions, bits: number): Promise<void> {
    const { client } = this;
    await this.demand({ kind: 'clear-experiment' }, t('The target cannot record'));
    for (const packet of experiment.definitions) await this.define(packet);
    await this.defineReadOnly(experiment);
    await this.setUp(options);
    const lengths = fastLengths(experiment.definitions);
    const ask = (packet: string) =>
      requestRelocating(client, packet, bits, (at) => lengths.get(at));
    await client.requireOk('QTStart', t('The run does not start'), ask);
  }

  private async define(packet: DefinitionPacket): Promise<void> {
    switch (packet.kind) {
      case 'define-tracepoint':
        await this.demand(this.withinAbilities(packet), failure(packet));
        return;
      case 'define-source':
        if (!this.keepsSource) return;
        this.keepsSource = await this.attempt(
          writeDefinition(packet),
          t(
            'The target keeps no source of tracepoints: who connects to it later does not see what was asked for.',
          ),
        );
        return;
      case 'define-variable':
        await this.demand(packet, t('Trace state variable {0} cannot be defined', packet.number));
        return;
      case 'define-actions':
      case 'enable-tracepoint':
      case 'disable-tracepoint':
        await this.demand(packet, failure(packet));
        return;
      case 'transparent':
      case 'clear-experiment':
        await this.demand(packet, t('The experiment cannot be defined'));
    }
  }

  private async demand(packet: DefinitionPacket, what: string): Promise<void> {
    const text = writeDefinition(packet);
    if (text.length > this.features.packetSize) {
      const size = t(
        '{0} characters, and the target takes {1}',
        text.length,
        this.features.packetSize,
      );
      throw new TargetProblem(
        'refused',
        t('{0}: it needs a packet of {1}. Collect less.', what, size),
      );
    }
    await this.client.requireOk(text, what);
  }

  /**
   * The read-only sections of the programs at their run-time addresses, as many as a packet
   * takes: gdb sends one, and so does this.
   */
  private async defineReadOnly({ programs }: Experiment): Promise<void> {
    const all = programs.flatMap(readOnlyRanges);
    if (all.length === 0) return;
    const fitting = Math.floor((this.features.packetSize - 'QTro'.length) / charactersOfRange);
    const ranges = all.slice(0, fitting);
    await this.client.request(writeDefinition({ kind: 'transparent', ranges }));
    if (fitting < all.length) {
      this.say(
        'read-only-sections',
        t('Only {0} of {1} read-only sections fit into a packet.', fitting, all.length),
      );
    }
  }

  private async setUp(options: RunOptions): Promise<void> {
    const { circular = false, bufferSize, disconnected = false, user, notes } = options;
    await this.prefer(
      { kind: 'circular-buffer', circular },
      circular && t('The target has no circular buffer: the run ends when the buffer is full.'),
    );
    if (bufferSize !== undefined || this.features.has('QTBuffer:size')) {
      await this.prefer(
        { kind: 'buffer-size', size: bufferSize },
        bufferSize !== undefined && t('The target does not let its buffer be sized.'),
      );
    }
    await this.prefer(
      { kind: 'disconnected-tracing', goesOn: disconnected },
      disconnected && t('The target cannot go on without a connection: the run ends with it.'),
    );
    const told = [
      ...(user === undefined ? [] : [{ kind: 'user' as const, text: user }]),
      ...(notes === undefined ? [] : [{ kind: 'notes' as const, text: notes }]),
    ];
    if (told.length > 0) await this.attempt(notePacket(told), t('The target keeps no notes.'));
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
      this.say('no-conditions', t('{0} records every hit: the target knows no conditions.', name));
    }
    if (fastLength !== undefined && !hasFast) {
      this.say('no-fast-tracepoints', t('{0} is no fast one: the target knows none.', name));
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

  say(code: string, message: string): void {
    this.findings.push({ severity: 'warning', code, message });
  }
}

/** `:` and two addresses of 16 digits with a comma between. */
const charactersOfRange = 34;

function failure({ number, address }: { number: number; address: bigint }): string {
  return t('Tracepoint {0} at {1} cannot be defined', number, hexAddress(address));
}
