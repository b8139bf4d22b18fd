// What a prepared tracepoint is, for people who read code: where it is, what it collects in words,
// and under each the operations that the target runs.
import { hexAddress } from '../../../../src/bytes/hex';
import { listAgentExpression, readAgentExpression } from '../../../../src/format/agentExpression';
import {
  describeAgentExpression,
  type AgentNames,
} from '../../../../src/format/agentExpressionText';
import type { Action } from '../../../../src/format/description';
import type {
  DefinitionPacket,
  TracepointDefinition,
} from '../../../../src/remote/packets/definitions';

/**
 * The lines of a tracepoint's packets, or of a whole plan's; `names` for registers and variables.
 */
export function listDefinitions(
  definitions: readonly DefinitionPacket[],
  names: AgentNames = {},
): string[] {
  const lines: string[] = [];
  let isStepping = false;
  for (const packet of definitions) {
    switch (packet.kind) {
      case 'define-tracepoint':
        isStepping = false;
        lines.push(...headLines(packet, names));
        break;
      case 'define-actions':
        lines.push(...actionsLines(packet.actions, isStepping, names));
        if (packet.opensStepping) {
          isStepping = true;
          lines.push('  at each step:');
        }
        lines.push(...actionsLines(packet.steppingActions, true, names));
        break;
      case 'define-variable': {
        const name = packet.name ? new TextDecoder().decode(packet.name) : `tsv${packet.number}`;
        lines.push(`variable ${packet.number}: $${name} = ${packet.initialValue}`);
        break;
      }
      case 'clear-experiment':
      case 'define-source':
      case 'enable-tracepoint':
      case 'disable-tracepoint':
      case 'transparent':
        break;
    }
  }
  return lines;
}

function headLines(
  {
    number,
    address,
    enabled,
    step,
    pass,
    fastLength,
    isStatic,
    conditionBytecode,
  }: TracepointDefinition,
  names: AgentNames,
): string[] {
  const kind =
    fastLength !== undefined
      ? `, a jump in place of ${fastLength} bytes`
      : isStatic
        ? ', static'
        : '';
  const facts = [
    `tracepoint ${number} at ${hexAddress(address)}${kind}${enabled ? '' : ', disabled'}`,
    ...(step > 0 ? [`  ${step} instructions after each hit`] : []),
    ...(pass > 0 ? [`  the run stops at hit ${pass}`] : []),
  ];
  if (!conditionBytecode) return facts;
  return [...facts, ...codeLines('if', conditionBytecode, '  ', names)];
}

function actionsLines(actions: readonly Action[], isStep: boolean, names: AgentNames): string[] {
  return actions.flatMap((action) => actionLines(action, isStep ? '    ' : '  ', names));
}

function actionLines(action: Action, indent: string, names: AgentNames): string[] {
  switch (action.kind) {
    case 'registers':
      return [`${indent}collect registers ${registersIn(action.mask, names)}`];
    case 'memory':
      return [`${indent}collect ${action.length} bytes at ${hexAddress(action.offset)}`];
    case 'expression':
      return codeLines('', action.bytecode, indent, names);
    case 'static-data':
      return [`${indent}collect the data of the static tracepoint`];
    case 'unknown':
      return [`${indent}${action.text}`];
  }
}

function codeLines(
  before: string,
  bytecode: Uint8Array,
  indent: string,
  names: AgentNames,
): string[] {
  const expression = readAgentExpression(bytecode);
  const meaning = describeAgentExpression(expression, names);
  const words = meaning && [
    ...meaning.effects,
    ...(meaning.value === undefined ? [] : [meaning.value]),
  ];
  const text = [before, words?.join('; ') ?? 'code'].filter((part) => part !== '').join(' ');
  const code = listAgentExpression(expression).map((line) => `${indent}  ${line}`);
  return [`${indent}${text}`, ...code];
}

/** The registers of a mask: names of a few, a number for many. */
function registersIn(digits: string, names: AgentNames): string {
  const mask = BigInt(`0x${digits || '0'}`);
  const numbers = Array.from({ length: 4 * digits.length }, (_, number) => number).filter(
    (number) => (mask >> BigInt(number)) & 1n,
  );
  if (numbers.length > fewRegisters) return `(${numbers.length} of them)`;
  return numbers.map((number) => `$${names.register?.(number) ?? number}`).join(', ');
}

const fewRegisters = 8;
