// A tracepoint as the target runs it: its agent expressions, decoded.
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { hexAddress, toHex } from '../../bytes/hex';
import {
  checkAgentExpression,
  listAgentExpression,
  readAgentExpression,
} from '../../format/agentExpression';
import { describeAgentExpression, type AgentNames } from '../../format/agentExpressionText';
import type { Tracepoint } from '../../format/description';
import { actionLists } from '../../trace/collection/collectedBy';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { actionSummary } from './summary';
import { maxActions, tracepointNumber, tracepointOfFile } from './tracepointOfFile';

/** Instructions listed of one expression. */
const maxInstructions = 1000;

const agentExpression = v.strictObject({
  /** Bytes of its code. */
  length: wholeNumber,
  /** A line for each instruction: offset, operation, operand. */
  instructions: v.array(v.string()),
  /**
   * What it collects, sets and prints, in order; absent where that cannot be written as an
   * expression.
   */
  effects: v.exactOptional(v.array(v.string())),
  /** Its value, of a condition. */
  value: v.exactOptional(v.string()),
  /** What a target would stop at, a sentence each. */
  problems: v.array(v.string()),
});
export type DecodedExpression = Immutable<v.InferOutput<typeof agentExpression>>;

const decodedAction = v.strictObject({
  text: v.string(),
  expression: v.exactOptional(agentExpression),
});
export type DecodedAction = Immutable<v.InferOutput<typeof decodedAction>>;

/** Run-time addresses of the locations that it applies to; absent if it applies to all of them. */
const atLocations = { locations: v.exactOptional(v.array(v.string())) };

const decodedCondition = v.strictObject({ expression: agentExpression, ...atLocations });
export type DecodedCondition = Immutable<v.InferOutput<typeof decodedCondition>>;

const decodedActions = v.strictObject({
  /** Done at each step after the hit. */
  stepping: v.boolean(),
  actions: v.array(decodedAction),
  /** Actions that are not listed. */
  leftOut: wholeNumber,
  ...atLocations,
});
export type DecodedActions = Immutable<v.InferOutput<typeof decodedActions>>;

const tracepointCode = v.strictObject({
  conditions: v.array(decodedCondition),
  /** In the order of the lists of `collectedBy`. */
  lists: v.array(decodedActions),
  /** Source strings of types that gdb does not know. */
  otherSource: v.array(v.string()),
});
export type TracepointDetails = Immutable<v.InferOutput<typeof tracepointCode>>;

/** `tracepoint`: its conditions and actions, decoded. */
export const tracepointDetails = question({
  input: v.strictObject({ tracepoint: tracepointNumber }),
  result: tracepointCode,
  answer: ({ trace: { recording } }: TraceAsked, { tracepoint: number }) => {
    const tracepoint = tracepointOfFile(recording, number);
    const names = namesOf(recording);
    const { locations, otherSource } = tracepoint;
    const at = (addresses: readonly bigint[]) =>
      addresses.length === locations.length ? {} : { locations: addresses.map(hexAddress) };
    return Promise.resolve({
      conditions: conditionsOf(tracepoint, names, at),
      lists: actionLists(tracepoint).map(({ stepping, actions, locations: addresses }) => ({
        stepping,
        actions: actions.slice(0, maxActions).map((action) => ({
          text: actionSummary(recording, action),
          ...(action.kind === 'expression' && { expression: decoded(action.bytecode, names) }),
        })),
        leftOut: Math.max(0, actions.length - maxActions),
        ...at(addresses),
      })),
      otherSource,
    });
  },
});

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
