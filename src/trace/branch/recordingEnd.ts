// Whether Intel Processor Trace ends with an instruction, and where it goes on.
import type { FlowInstruction } from '../../machine/arch/x86Flow';
import type { PtEvent } from '../../format/intelPt/ptEvent';
import type { CodePoint, FlowCode } from './flowCode';

/** An instruction, and where it is. */
export interface ExecutedPoint {
  readonly point: CodePoint;
  readonly instruction: FlowInstruction;
}

export const isFar = (kind: FlowInstruction['kind']): boolean => kind.startsWith('far');

/** Whether recording ended with an instruction. */
export function isDisabledBy(
  code: FlowCode,
  { ip }: PtEvent,
  { point, instruction }: ExecutedPoint,
): boolean {
  const { kind, effect, displacement } = instruction;
  if (ip === undefined) return isFar(kind) || effect === 'cr3';
  if (kind === 'next') return false;
  const isDirect = kind !== 'conditional' && displacement !== undefined;
  return !isDirect || code.targetOf(point, instruction, displacement).ip === ip;
}

/** Where recording goes on after it ended with an instruction, if nothing else happens. */
export function resumptionOf(code: FlowCode, { point, instruction }: ExecutedPoint): CodePoint {
  const { kind, displacement } = instruction;
  if ((kind === 'call' || kind === 'jump') && displacement !== undefined) {
    return code.targetOf(point, instruction, displacement);
  }
  const isBehind = kind === 'next' || kind === 'call' || kind === 'farCall';
  return isBehind ? code.afterOf(point, instruction) : code.at(0n);
}
