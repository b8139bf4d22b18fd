// A tracepoint as the target runs it: agent expressions decoded, and what its actions collected.
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import { hexAddress, toHex } from '../../bytes/hex';
import {
  checkAgentExpression,
  listAgentExpression,
  readAgentExpression,
} from '../../format/agentExpression';
import { describeAgentExpression, type AgentNames } from '../../format/agentExpressionText';
import type { Tracepoint } from '../../format/description';
import { actionLists, collectedBy } from '../../trace/collection/collectedBy';
import type { Trace } from '../../trace/trace';
import { RequestFailed } from '../../bytes/requestFailed';
import { type Run, passOf } from '../run';
import type { Reports, RequestArguments } from '../traceRequests';
import { actionSummary } from './summary';
import type {
  CollectedByActions,
  DecodedActions,
  DecodedCondition,
  DecodedExpression,
  TracepointDetails,
} from './tracepointMessages';

/** Instructions listed of one expression. */
const maxInstructions = 1000;
/** Actions listed of one tracepoint at a location. */
const maxActions = 500;

/** Conditions and actions of a tracepoint, decoded. */
export async function tracepointDetails(
  recording: Recording,
  { tracepoint: number }: RequestArguments<'tracepoint'>,
): Promise<TracepointDetails> {
  const tracepoint = await described(recording, number);
  const names = namesOf(recording);
  const { locations, otherSource } = tracepoint;
  const at = (addresses: readonly bigint[]) =>
    addresses.length === locations.length ? {} : { locations: addresses.map(hexAddress) };
  return {
    conditions: conditionsOf(tracepoint, names, at),
    lists: actionLists(tracepoint).map(({ stepping, actions, locations: addresses }) => ({
      stepping,
      actions: actions.slice(0, maxActions).map((action) => ({
        text: actionSummary(recording, action),
        ...(action.kind === 'expression' && { expression: decoded(action.bytecode, names) }),
      })),
      leftOut: Math.max(0, actions.length - maxActions),
      ...at(addresses),
    })) satisfies DecodedActions[],
    otherSource,
  };
}

/** In how many frames each action of a tracepoint collected what it should have. */
export async function collectedByActions(
  trace: Trace,
  { tracepoint: number }: RequestArguments<'collectedBy'>,
  run: Run<Reports['collectedBy']>,
): Promise<CollectedByActions> {
  const tracepoint = await described(trace.recording, number);
  await trace.recording.indexed;
  const report = passOf(run).onProgress;
  const { lists, unplaced, frames } = await collectedBy(trace, tracepoint, run.signal, (done) => {
    report(done, trace.recording.index.count);
  });
  return {
    lists: lists.map((list) => ({
      frames: list.frames,
      counts: list.counts.slice(0, maxActions),
    })),
    unplaced,
    frames,
  };
}

function described(recording: Recording, number: number): Promise<Tracepoint> {
  const found = recording.description.tracepoints.find((each) => each.number === number);
  return found
    ? Promise.resolve(found)
    : Promise.reject(new RequestFailed(t('The file describes no tracepoint {0}.', number)));
}

function namesOf(recording: Recording): AgentNames {
  const { layout } = recording;
  return {
    register: (number) => layout?.registers.find((each) => each.number === number)?.name,
    variable: (number) => recording.variable(number)?.name,
  };
}

/** Groups locations with the same condition. */
function conditionsOf(
  { locations }: Tracepoint,
  names: AgentNames,
  at: (addresses: readonly bigint[]) => Pick<DecodedCondition, 'locations'>,
): DecodedCondition[] {
  const byCode = new Map<string, { bytecode: Uint8Array; addresses: bigint[] }>();
  for (const { address, conditionBytecode: bytecode } of locations) {
    if (!bytecode) continue;
    const known = byCode.get(toHex(bytecode));
    if (known) known.addresses.push(address);
    else byCode.set(toHex(bytecode), { bytecode, addresses: [address] });
  }
  return [...byCode.values()].map(({ bytecode, addresses }) => ({
    expression: decoded(bytecode, names),
    ...at(addresses),
  }));
}

function decoded(bytecode: Uint8Array, names: AgentNames): DecodedExpression {
  const expression = readAgentExpression(bytecode);
  const meaning = describeAgentExpression(expression, names);
  const lines = listAgentExpression(expression);
  const more = lines.length - maxInstructions;
  return {
    length: bytecode.length,
    instructions: more > 0 ? [...lines.slice(0, maxInstructions), `… ${more} more`] : lines,
    ...(meaning && { effects: meaning.effects }),
    ...(meaning?.value !== undefined && { value: meaning.value }),
    problems: checkAgentExpression(expression)
      .slice(0, maxInstructions)
      .map(({ offset, message }) => t('At byte {0}: {1}', offset, message)),
  };
}
