// How the memory view shows each trace: the workspace remembers it.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import { groupSizes, type MemorySettings } from './messages';

/** Expressions that are remembered, at most. */
const maxHistory = 20;

const first: MemorySettings = { expression: '', history: [], groupSize: 1 };

/** Another version may have saved something else. */
const kept = v.object({
  expression: v.string(),
  history: v.array(v.string()),
  groupSize: v.picklist(groupSizes),
  endian: v.exactOptional(v.picklist(['little', 'big'])),
});

/** The settings of all traces of a workspace. */
export class MemoryViewSettings {
  constructor(private readonly memento: vscode.Memento) {}

  of(file: vscode.Uri): MemorySettings {
    const read = v.safeParse(kept, this.memento.get(key(file)));
    return read.success ? read.output : first;
  }

  /** Remembers an expression; what was looked at before goes into the history. */
  async look(file: vscode.Uri, expression: string): Promise<void> {
    const settings = this.of(file);
    const typed = expression.trim();
    const history = [typed, ...settings.history.filter((each) => each !== typed)];
    await this.memento.update(key(file), {
      ...settings,
      expression: typed,
      history: history.filter((each) => each !== '').slice(0, maxHistory),
    });
  }

  async show(
    file: vscode.Uri,
    { groupSize, endian }: Pick<MemorySettings, 'groupSize' | 'endian'>,
  ): Promise<void> {
    const { expression, history } = this.of(file);
    await this.memento.update(key(file), {
      expression,
      history,
      groupSize,
      ...(endian && { endian }),
    });
  }
}

function key(file: vscode.Uri): string {
  return `memoryView:${file.toString()}`;
}
