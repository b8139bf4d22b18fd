// What the host does at a place of the page, from its context menu or by a key: copies, goes there,
// debugs.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';
import { Origin } from '../machine/memory';
import { cArray } from '../trace/export/tables';
import type { Trace } from '../trace/trace';
import {
  maxMenuBytes,
  type HostAct,
  type MenuPlace,
  hostActs,
  menuContext,
  pageActs,
  placelessActs,
  type PageAct,
} from './menuMessages';
import type { SourcePlace } from './tableMessages';
import type { TableView } from './tableView';

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

/** A page that is in front. */
interface MenuTarget {
  takeMenu(act: HostAct | PageAct, place: MenuPlace): void;
}

/** Registers a command for each act; disposing of the result removes them. */
export function registerMenuCommands(front: () => MenuTarget | undefined): vscode.Disposable {
  const acts: readonly (HostAct | PageAct)[] = [...hostActs, ...pageActs];
  return vscode.Disposable.from(
    ...acts.map((act) =>
      vscode.commands.registerCommand(`tracefile.${act}`, (given: unknown) => {
        const isPlaceless = placelessActs.some((each) => each === act);
        const context = v.safeParse(menuContext, isPlaceless ? { place: {} } : given);
        if (context.success) front()?.takeMenu(act, context.output.place);
      }),
    ),
  );
}

/** The value at such a place, with its frame; undefined for places outside the page. */
export function valueOfMenu(
  given: unknown,
): { readonly frame: number; readonly expression: string } | undefined {
  const context = v.safeParse(menuContext, given);
  const { frame, value } = context.success ? context.output.place : {};
  return frame === undefined || value === undefined ? undefined : { frame, expression: value };
}

/** Whether a command was chosen for all rows that are selected. */
export function isOfSelection(given: unknown): boolean {
  const context = v.safeParse(menuContext, given);
  return context.success && context.output.place.selected === true;
}

/** The frame at the place for which a command was chosen from a context menu of the page. */
export function frameOfMenu(given: unknown): number | undefined {
  const context = v.safeParse(menuContext, given);
  return context.success ? context.output.place.frame : undefined;
}
