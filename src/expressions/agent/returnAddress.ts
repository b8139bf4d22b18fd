// `$_ret`: where the address is that the function returns to (gdb manual, "Tracepoint Actions"), as call frame
// information says it (DWARF 5, section 6.4.1); gdb takes the frame pointer's word for it.
import { Failure } from '../problem';
import { added } from './code';
import { collectionOf, collectionOfRegisters, type Collection } from './collecting';
import { frameAddress } from './locationCode';
import type { AgentScene } from './scene';

/** The return address in memory, or the register that still holds it. */
export async function returnAddress(scene: AgentScene): Promise<Collection> {
  const { row, registers, context } = scene;
  if (!row) throw new Failure('Call frame information does not say where the return address is.');
  const rule = row.registers.get(row.returnAddress);
  const { addressSize } = context.surroundings;
  switch (rule?.kind) {
    case 'offset': {
      const address = added(await frameAddress(scene), rule.offset);
      return collectionOf({ kind: 'memory', address }, addressSize, scene);
    }
    case undefined:
    case 'sameValue':
      return collectionOfRegisters([registers.numbered(row.returnAddress)], scene);
    case 'register':
      return collectionOfRegisters([registers.numbered(rule.register)], scene);
    case 'undefined':
      throw new Failure('The function has no caller.');
    case 'valOffset':
    case 'expression':
    case 'valExpression':
      throw new Failure('The return address is saved in a way that is not supported.');
  }
}
