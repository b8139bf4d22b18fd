// Sources that only the program says where they lie. In a workspace that is not trusted they are
// looked at only with the user's permission; where looking may connect to another machine, always.
import * as vscode from 'vscode';
import { isInside } from '../symbols/sourcePath';
import { Emitter } from '../trace/emitter';
import { folderOf, isRoot } from '../trace/paths';
import { leadsElsewhere, type SourcePermission } from '../trace/sourceLookup';
import { showInformation } from './notify';

/** Where nobody is asked. */
export const sourcesWithoutAsking: SourcePermission = (path) =>
  vscode.workspace.isTrusted && !leadsElsewhere(path);

/** Where the folders that the user allowed are remembered. */
const key = 'sourceFolders';

/** Asks for one folder at a time, for each once, and remembers what was allowed. */
export class SourcePermissions implements vscode.Disposable {
  private readonly allowed = new Emitter<void>();
  /** The user allowed a further folder: sources may be found now. */
  readonly onDidAllow = this.allowed.event;
  private readonly asked = new Set<string>();
  private isAsking = false;

  constructor(private readonly memento: vscode.Memento) {}

  /** Whether a path may be looked at; where it may not, the user is asked for its folder. */
  readonly permits: SourcePermission = (path) => {
    const isPermitted =
      sourcesWithoutAsking(path) || this.remembered.some((place) => isInside(place, path));
    if (!isPermitted) void this.ask(path);
    return isPermitted;
  };

  dispose(): void {
    this.allowed.dispose();
  }

  private get remembered(): readonly string[] {
    return this.memento.get<string[]>(key, []);
  }

  private async ask(path: string): Promise<void> {
    const folder = folderOf(path);
    const place = isRoot(folder) ? path : folder;
    // A question for each of many folders would be a storm: others wait for their next sight.
    if (this.isAsking || this.asked.has(place)) return;
    this.asked.add(place);
    this.isAsking = true;
    try {
      const look = vscode.l10n.t('Look There');
      const sentence = vscode.l10n.t(
        'The program says that sources lie in {0}. Looking there may connect to another machine or read a file that is none of yours, so it is done only if you say so.',
        place,
      );
      if ((await showInformation(sentence, look, vscode.l10n.t('Not Now'))) !== look) return;
      await this.memento.update(key, [...this.remembered, place]);
      this.allowed.fire();
    } finally {
      this.isAsking = false;
    }
  }
}
