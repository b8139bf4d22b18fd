// Actions cut into packets: gdb manual, "Tracepoint Packets" (QTDP, the `-` that says that more follow).
import type { Action } from '../../format/description';
import { writeActions } from '../packets/actions';
import type { DefinitionPacket } from '../packets/definitions';

/** Targets that do not take lists apart write each packet as a line of the trace file, and gdb opens none of 1000 characters. */
const longestPacket = 980;
/** `QTDP:-`, a number, an address, what opens stepping, and the `-` at the end. */
const around = 40;

/** The packets of a tracepoint's actions, each as long as a target takes it; none without actions. */
export function actionPackets(
  number: number,
  address: bigint,
  lists: { readonly actions: readonly Action[]; readonly steppingActions: readonly Action[] },
  packetSize: number,
): DefinitionPacket[] {
  const room = Math.min(packetSize, longestPacket) - around;
  const hits = pieces(lists.actions, room).map((actions) => ({
    ...{ actions, steppingActions: [] as Action[], opensStepping: false },
  }));
  const steps = pieces(lists.steppingActions, room).map((steppingActions, i) => ({
    ...{ actions: [] as Action[], steppingActions, opensStepping: i === 0 },
  }));
  const all = [...hits, ...steps.map(asPacket)];
  return all.map((each, i) => ({
    ...{ kind: 'define-actions' as const, number, address },
    ...each,
    more: i < all.length - 1,
  }));
}

/** Only the first packet of steps says what they are: in those behind it they stand as hits' do. */
function asPacket(packet: {
  actions: Action[];
  steppingActions: Action[];
  opensStepping: boolean;
}): { actions: Action[]; steppingActions: Action[]; opensStepping: boolean } {
  if (packet.opensStepping) return packet;
  return { actions: packet.steppingActions, steppingActions: [], opensStepping: false };
}

function pieces(actions: readonly Action[], room: number): Action[][] {
  const found: Action[][] = [];
  let length = Infinity;
  for (const action of actions) {
    const size = writeActions([action]).length;
    if (length + size > room) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(action);
    length += size;
  }
  return found;
}
