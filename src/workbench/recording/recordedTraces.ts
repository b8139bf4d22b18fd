// The recordings of this workspace: trace files that are the user's, with what a trace file does
// not say of itself: the target and the plan that made it. Nothing here removes one.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { readDescription } from '../../format/descriptionReader';
import type { RecordingPlan } from '../../remote/record/plan';
import { Emitter, type Disposable } from '../../trace/emitter';
import { baseName, isUri } from '../../trace/paths';
import { isAbsolute } from '../../symbols/sourcePath';
import { fileExists, openUri, pathOf, uriOf } from '../files';
import { resolvePath } from '../workspaceTraces';
import { statusEndText } from './recordingStatus';
import { readPlan, savedPlan } from './tracepoints';

const key = 'tracefile.recordings';
/** Recordings whose origin is remembered. */
const maxRemembered = 1000;
const traceName = /\.(tf|tfile)$/;

/** What made a recording, as far as it is known. */
export interface RecordingOrigin {
  /** As gdb's `target remote` takes it. */
  readonly target?: string;
  /** The path of the program on this machine. */
  readonly program?: string;
  readonly plan?: RecordingPlan;
}

/** What became of a run. */
export interface RecordingOutcome {
  /** Frames that the file holds. */
  readonly frames?: number;
  /** How the run ended: a sentence. */
  readonly end?: string;
}

/** A trace file that was recorded. */
export interface RecordedTrace extends RecordingOutcome {
  readonly file: vscode.Uri;
  /** When it was written, in milliseconds of Date.now. */
  readonly time: number;
  readonly origin: RecordingOrigin;
}

/** Keeps the list. */
export class RecordedTraces implements Disposable {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly storage: vscode.Uri;
  private readonly state: vscode.Memento;
  private readonly described = new Map<string, RecordingOutcome | undefined>();
  /** Files of recordings that are not written yet. */
  private readonly reserved = new Set<string>();
  private readonly settings: vscode.Disposable;
  private watchers: readonly vscode.Disposable[] = [];

  constructor({ storageUri, globalStorageUri, workspaceState }: vscode.ExtensionContext) {
    this.storage = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'recordings');
    this.state = workspaceState;
    this.settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('tracefile.recording.folder')) return;
      this.watch();
      this.changed.fire();
    });
    this.watch();
  }

  dispose(): void {
    this.settings.dispose();
    this.stopWatching();
    this.changed.dispose();
  }

  /** A file for a new recording of a program, named after it and the time; none has the name. */
  async next(program: string | undefined, now: Date): Promise<vscode.Uri> {
    const folder = chosenFolder() ?? this.storage;
    await vscode.workspace.fs.createDirectory(folder);
    const name = `${program === undefined ? 'trace' : baseName(program)}-${fileTimestamp(now)}`;
    for (let copy = 1; ; copy++) {
      const file = vscode.Uri.joinPath(folder, `${name}${copy === 1 ? '' : `-${copy}`}.tf`);
      const key = file.toString();
      if (this.reserved.has(key)) continue;
      // Before the wait, in which another one may ask for the same name.
      this.reserved.add(key);
      if (!(await fileExists(pathOf(file)))) return file;
      this.reserved.delete(key);
    }
  }

  /** Remembers what made a recording, and what became of it. */
  async keep(file: vscode.Uri, origin: RecordingOrigin, outcome: RecordingOutcome): Promise<void> {
    const { plan, ...others } = origin;
    const kept = { ...others, ...outcome, ...(plan && { plan: savedPlan(plan) }) };
    const remembered = this.remembered.filter(([name]) => name !== file.toString());
    await this.update([[file.toString(), kept], ...remembered]);
  }

  /** The file has another name now. */
  async move(before: vscode.Uri, after: vscode.Uri): Promise<void> {
    await this.update(
      this.remembered.map(([name, kept]) => [
        name === before.toString() ? after.toString() : name,
        kept,
      ]),
    );
  }

  /** The file is gone. */
  async forget(file: vscode.Uri): Promise<void> {
    await this.update(this.remembered.filter(([name]) => name !== file.toString()));
  }

  originOf(file: vscode.Uri): RecordingOrigin {
    return this.rememberedOf(file).origin;
  }

  /** All that are there, the newest first. */
  async all(): Promise<RecordedTrace[]> {
    const traces: RecordedTrace[] = [];
    for (const file of await this.files()) {
      const trace = await this.describe(file);
      if (trace) traces.push(trace);
    }
    return traces.sort((a, b) => b.time - a.time);
  }

  /** Whether any may be there. */
  async isAny(): Promise<boolean> {
    return (await this.files()).length > 0;
  }

  /** Those of the folders, and those that were recorded to a file elsewhere. */
  private async files(): Promise<vscode.Uri[]> {
    const files = new Map<string, vscode.Uri>();
    for (const folder of this.folders) {
      for (const file of await tracesIn(folder)) files.set(file.toString(), file);
    }
    for (const [name] of this.remembered) files.set(name, vscode.Uri.parse(name));
    return [...files.values()];
  }

  /** Undefined where there is no trace. */
  private async describe(file: vscode.Uri): Promise<RecordedTrace | undefined> {
    try {
      const { mtime, size } = await vscode.workspace.fs.stat(file);
      const version = `${file.toString()} ${mtime} ${size}`;
      if (!this.described.has(version)) this.described.set(version, await outcomeIn(file));
      const told = this.described.get(version);
      const { origin, outcome } = this.rememberedOf(file);
      return told && { ...told, ...outcome, file, time: mtime, origin };
    } catch {
      return undefined;
    }
  }

  private get folders(): vscode.Uri[] {
    const chosen = chosenFolder();
    return chosen ? [this.storage, chosen] : [this.storage];
  }

  /** By file; what was recorded last comes first. */
  private get remembered(): readonly (readonly [file: string, kept: unknown])[] {
    const read = v.safeParse(rememberedList, this.state.get(key));
    return read.success ? read.output : [];
  }

  private rememberedOf(file: vscode.Uri): {
    readonly origin: RecordingOrigin;
    readonly outcome: RecordingOutcome;
  } {
    const kept = this.remembered.find(([name]) => name === file.toString())?.[1];
    const read = v.safeParse(rememberedRecording, kept);
    if (!read.success) return { origin: {}, outcome: {} };
    const { frames, end, plan, ...origin } = read.output;
    return {
      origin: { ...origin, ...(plan !== undefined && { plan: readPlan(plan) }) },
      outcome: { ...(frames !== undefined && { frames }), ...(end !== undefined && { end }) },
    };
  }

  private async update(remembered: RecordedTraces['remembered']): Promise<void> {
    await this.state.update(key, remembered.slice(0, maxRemembered));
    this.changed.fire();
  }

  private watch(): void {
    this.stopWatching();
    const changed = () => {
      this.changed.fire();
    };
    this.watchers = this.folders.map((folder) => {
      const pattern = new vscode.RelativePattern(folder, '*.{tf,tfile}');
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      watcher.onDidCreate(changed);
      watcher.onDidChange(changed);
      watcher.onDidDelete(changed);
      return watcher;
    });
  }

  private stopWatching(): void {
    for (const watcher of this.watchers) watcher.dispose();
  }
}

const rememberedList = v.array(v.tuple([v.string(), v.unknown()]));
const rememberedRecording = v.object({
  target: v.exactOptional(v.string()),
  program: v.exactOptional(v.string()),
  plan: v.exactOptional(v.unknown()),
  frames: v.exactOptional(v.number()),
  end: v.exactOptional(v.string()),
});

/** The folder that the user chose; undefined for the extension's own. */
function chosenFolder(): vscode.Uri | undefined {
  const settings = vscode.workspace.getConfiguration('tracefile.recording');
  const folder = settings.get('folder', '').trim();
  const path = folder === '' ? '' : resolvePath(folder, undefined);
  return isUri(path) || isAbsolute(path) ? uriOf(path) : undefined;
}

async function tracesIn(folder: vscode.Uri): Promise<vscode.Uri[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries
      .filter(([name, type]) => traceName.test(name) && (type & vscode.FileType.File) !== 0)
      .map(([name]) => vscode.Uri.joinPath(folder, name));
  } catch {
    return [];
  }
}

/** What a trace file says of its run; undefined for other files: `.tf` is Terraform's too. */
async function outcomeIn(file: vscode.Uri): Promise<RecordingOutcome | undefined> {
  const source = await openUri(file);
  if ('problem' in source) return undefined;
  try {
    const read = await readDescription(source);
    if ('problem' in read) return undefined;
    const { status } = read.description;
    const frames = status?.framesInBuffer;
    return {
      ...(frames !== undefined && { frames }),
      ...(status && { end: statusEndText(status) }),
    };
  } finally {
    await source.close();
  }
}

/** `2026-11-21-203015`, in the time of this machine. */
export function fileTimestamp(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('')}`;
}
