// What a tracepoint collects, as QTDP packets and qTfP replies write it. The reading half is
// format/actions.ts, since trace files hold the same text.
import { toHex } from '../../bytes/hex';
import type { Action } from '../../format/description';
import { hex64 } from './fields';

/** Actions, one behind the other; digits in upper and lower case as gdb writes them. */
export function writeActions(actions: readonly Action[]): string {
  return actions.map(writeAction).join('');
}

function writeAction(action: Action): string {
  switch (action.kind) {
    case 'registers':
      return `R${action.mask}`;
    case 'memory': {
      const base = action.baseRegister === undefined ? '-1' : action.baseRegister.toString(16);
      return `M${base},${hex64(action.offset)},${action.length.toString(16).toUpperCase()}`;
    }
    case 'expression': {
      const length = action.bytecode.length.toString(16).toUpperCase().padStart(8, '0');
      return `X${length},${toHex(action.bytecode)}`;
    }
    case 'static-data':
      return 'L';
    case 'unknown':
      return action.text;
  }
}
