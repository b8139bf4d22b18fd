// What the host does at a place of the page, from its context menu or by a key: copies, goes there,
// debugs.
import { t } from '@vscode/l10n';
import { hexAddress } from '../bytes/hex';
import { Origin } from '../machine/memory';
import { cArray } from '../trace/export/tables';
import type { Trace } from '../trace/trace';
import { maxMenuBytes, type HostAct, type MenuPlace } from './menuMessages';
import type { SourcePlace } from '../ask/table/tableMessages';
import type { TableView } from '../ask/table/tableView';

/** What acts need of the rest. */
interface MenuServices {
  copy(text: string): Thenable<void>;
  goToSource(place: SourcePlace): Promise<void>;
  debug(frame: number): Promise<void>;
}

/** Acts on the frames of one page. */
export class FrameMenu {
  constructor(
    private readonly trace: Trace,
    private readonly table: TableView,
    private readonly services: MenuServices,
  ) {}

  /**
   * Does something at a place; nothing where the place does not have what it takes. Says whether it
   * did.
   */
  async run(act: HostAct, place: MenuPlace): Promise<boolean> {
    const { frame, source } = place;
    if (frame !== undefined && !(await this.trace.recording.reach(frame))) return false;
    switch (act) {
      case 'goToSource':
        if (source) await this.services.goToSource(source);
        return source !== undefined;
      case 'debugFrame':
        if (frame !== undefined) await this.services.debug(frame);
        return frame !== undefined;
      case 'copyText':
      case 'copyRow':
      case 'copyBytes': {
        const text = await this.copied(act, place);
        if (text !== undefined) await this.services.copy(text);
        return text !== undefined;
      }
    }
  }

  private async copied(
    act: 'copyText' | 'copyRow' | 'copyBytes',
    { frame, selected, column, text, register, memory }: MenuPlace,
  ): Promise<string | undefined> {
    if (frame === undefined) return act === 'copyText' ? text : undefined;
    switch (act) {
      case 'copyText':
        return column ? this.table.cellText(frame, column) : text;
      case 'copyRow':
        return selected ? this.table.selectionText() : this.table.rowText(frame);
      case 'copyBytes':
        if (register !== undefined) return this.registerBytes(frame, register);
        return memory && this.memoryBytes(frame, memory);
    }
  }

  private async registerBytes(frame: number, name: string): Promise<string | undefined> {
    const machine = await this.trace.machine(frame);
    const bytes = machine.registers?.read(name)?.bytes;
    return (
      bytes && cArray(name, bytes, `$${name} in frame ${frame} of ${this.trace.recording.name}`)
    );
  }

  private async memoryBytes(
    frame: number,
    { address, length }: NonNullable<MenuPlace['memory']>,
  ): Promise<string> {
    const { memory } = await this.trace.machine(frame);
    const { bytes, origins } = await memory.read(BigInt(address), Math.min(length, maxMenuBytes));
    const said = t(
      'memory at {0} in frame {1} of {2}',
      hexAddress(BigInt(address)),
      frame,
      this.trace.recording.name,
    );
    const isAvailable = (offset: number) => origins[offset] !== Origin.unavailable;
    return cArray(`memory_${address}`, bytes, said, isAvailable);
  }
}
