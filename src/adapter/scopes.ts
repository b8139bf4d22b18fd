// The scopes that show what the frame holds: Trace State Variables, Collected Memory, Tracepoint.
import { t } from '@vscode/l10n';
import type { ModuleList } from '../trace/moduleList';
import type { Recording } from '../trace/recording';
import { hexAddress } from '../bytes/hex';
import type { Tracepoint } from '../format/description';
import type { MemoryRange } from '../machine/memory';
import type { FrameState } from '../machine/frameState';
import { letterOf, viewOf, type ValueView } from './valueNodes';
import { childNodes, type ChildNodes, type VariableNode } from './variableTree';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StackFrame } from '../machine/stackFrame';
import { valueContextOf } from '../values/value';
import type { DebugContext } from './debugContext';
import { programScopes } from './programScopes';
import { registersOf, registersScope, type StackFrameRegisters } from './registersScope';

/** gdb's word for what a frame did not collect. */
const unavailable = '<unavailable>';

/** Bytes in a row of the Collected Memory scope. */
const rowBytes = 16;

/** Every trace state variable that the file defines, with its value in this frame. */
export function traceStateVariablesScope(
  { description: { variables } }: Recording,
  machine: FrameState,
  view: ValueView,
): ChildNodes {
  return childNodes(variables, ({ number, name }) => {
    const value = machine.variable(number);
    const expression = `$${name}`;
    return {
      name: expression,
      value: value === undefined ? unavailable : numberText(value, viewOf(expression, view)),
      type: 'int64_t',
      evaluateName: expression,
    };
  });
}

/**
 * A 64-bit number as gdb's formats write it; in decimal digits where a format is for other things.
 */
function numberText(value: bigint, view: ValueView): string {
  const bits = BigInt.asUintN(64, value);
  const letter = letterOf(view);
  if (letter === 'x') return `0x${bits.toString(16)}`;
  if (letter === 'o') return bits === 0n ? '0' : `0${bits.toString(8)}`;
  return letter === 't' ? bits.toString(2) : value.toString();
}

/** What the frame itself holds of memory, a node for each run of addresses. */
export function collectedMemoryScope(modules: ModuleList, machine: FrameState): ChildNodes {
  return childNodes(machine.memory.ranges, (range) => rangeNode(modules, machine, range));
}

async function rangeNode(
  modules: ModuleList,
  machine: FrameState,
  range: MemoryRange,
): Promise<VariableNode> {
  const { address, length } = range;
  const symbol = await modules.symbol(address);
  const { bytes } = await machine.memory.read(address, Math.min(length, rowBytes));
  const more = length > rowBytes ? ' …' : '';
  return {
    name: symbol === undefined ? hexAddress(address) : `${hexAddress(address)} <${symbol}>`,
    value: `${length} ${length === 1 ? 'byte' : 'bytes'}: ${hexBytes(bytes)}${more}`,
    evaluateName: bytesAt(address, length),
    address,
    elements: {
      count: Math.ceil(length / rowBytes),
      read: (start, count) => rangeRows(machine, range, start, count),
    },
  };
}

async function rangeRows(
  machine: FrameState,
  range: MemoryRange,
  start: number,
  count: number,
): Promise<VariableNode[]> {
  const from = start * rowBytes;
  const length = Math.min(range.length - from, count * rowBytes);
  const { bytes } = await machine.memory.read(range.address + BigInt(from), length);
  const rows: VariableNode[] = [];
  for (let at = 0; at < bytes.length; at += rowBytes) {
    const row = bytes.subarray(at, at + rowBytes);
    const address = range.address + BigInt(from + at);
    const value = `${hexBytes(row)}  ${printable(row)}`;
    const evaluateName = bytesAt(address, row.length);
    rows.push({ name: hexAddress(address), value, evaluateName, address });
  }
  return rows;
}

/** The expression whose value are these bytes. */
function bytesAt(address: bigint, length: number): string {
  return `{unsigned char [${length}]} ${hexAddress(address)}`;
}

/** What the file says of the frame's tracepoint, and where the frame is in the file. */
export async function tracepointScope(
  recording: Recording,
  machine: FrameState,
): Promise<VariableNode[]> {
  const { frame } = machine;
  const tracepoint = recording.tracepoint(frame.tracepoint);
  return [
    { name: t('number'), value: String(frame.tracepoint) },
    ...(tracepoint ? await tracepointFacts(recording, tracepoint) : []),
    {
      name: t('stepping frame'),
      value: recording.stepping.isStep(frame.number) ? t('yes') : t('no'),
    },
    { name: t('frame offset'), value: hexAddress(BigInt(frame.offset)) },
    { name: t('frame size'), value: t('{0} bytes', frame.bytes.length) },
    ...frame.diagnostics.map(({ message }) => ({ name: t('damage'), value: message })),
  ];
}

async function tracepointFacts(
  recording: Recording,
  tracepoint: Tracepoint,
): Promise<VariableNode[]> {
  const facts: VariableNode[] = [];
  const { at, condition, locations, commands, step, pass } = tracepoint;
  if (at !== undefined) facts.push({ name: t('set at'), value: at });
  for (const { address } of locations) {
    facts.push({ name: t('location'), value: hexAddress(address), address });
  }
  if (condition !== undefined) facts.push({ name: t('condition'), value: condition });
  if (commands.length > 0) {
    facts.push({
      name: t('actions'),
      value: `${commands.length} ${commands.length === 1 ? 'line' : 'lines'}`,
      children: () => commands.map((value, i) => ({ name: String(i + 1), value })),
    });
  }
  if (step > 0) facts.push({ name: 'while-stepping', value: String(step) });
  if (pass > 0) facts.push({ name: t('pass count'), value: String(pass) });
  const counters = await recording.counters(tracepoint);
  if (counters) {
    facts.push({ name: t('hits'), value: String(counters.hits) });
    facts.push({ name: t('usage'), value: t('{0} bytes', counters.usage) });
  }
  return facts;
}

function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

function printable(bytes: Uint8Array): string {
  return Array.from(bytes, (code) =>
    code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '.',
  ).join('');
}

// The scopes of a stack frame, in the order in which the Variables view lists them.

/** DAP's scopes of the stack frame with this id. */
export async function stackFrameScopes(
  context: DebugContext,
  frameId: number,
): Promise<DebugProtocol.ScopesResponse['body']> {
  const { trace, stack, variables, view } = context;
  const machine = await context.machine();
  const stackFrame = await stack.frame(frameId);
  const values = valueContextOf(machine, trace.modules.current.loaded, stackFrame, trace.printers);
  const registers = registersOf(machine, stackFrame, trace.modules.current.loaded);
  const before = () => registersBefore(context, stackFrame);
  const scope = (name: string, children: ChildNodes) => {
    const variablesReference = variables.reference({ name, value: '', ...children });
    const { elements } = children;
    const shown = { name, variablesReference, expensive: false };
    return elements ? { ...shown, indexedVariables: elements.count } : shown;
  };
  const program = stackFrame ? programScopes(stackFrame, values, view) : [];
  return {
    scopes: [
      ...program.map(({ name, children, ...rest }) => ({ ...scope(name, { children }), ...rest })),
      {
        ...scope(t('Registers'), {
          children: async () => registersScope(registers, view, await before()),
        }),
        presentationHint: 'registers',
      },
      scope(t('Trace State Variables'), traceStateVariablesScope(trace.recording, machine, view)),
      scope(t('Collected Memory'), collectedMemoryScope(trace.modules.current, machine)),
      scope(t('Tracepoint'), { children: () => tracepointScope(trace.recording, machine) }),
    ],
  };
}

/** The registers of the stop before, for the innermost stack frame; a caller's are not compared. */
async function registersBefore(
  { trace, previous }: DebugContext,
  stackFrame: StackFrame | undefined,
): Promise<StackFrameRegisters | undefined> {
  if (previous.frame === undefined || (stackFrame?.level ?? 0) > 0) return undefined;
  return registersOf(await trace.machine(previous.frame), undefined);
}
