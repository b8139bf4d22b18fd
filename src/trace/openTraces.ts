// Trace files that are open now, each kept in step with its file.
import { t } from '@vscode/l10n';
import { ReadFailed } from '../bytes/source';
import { Emitter } from './emitter';
import { SharedTraces, type OpenedFile, type SharedTrace } from './sharedTraces';
import { TraceReloader } from './traceReloader';
import { ValidatedSource, type OwnedSource } from './validatedSource';
import { Trace } from './trace';

/** A share in an opened trace. */
export type TraceLease = SharedTrace<Trace>;

interface OpenedTrace extends OpenedFile<Trace> {
  readonly file: TraceReloader;
}

/** Opens traces by a key, a path or URI, shares them and keeps them in step with their files. */
export class OpenTraces {
  private readonly shared: SharedTraces<Trace, OpenedTrace>;
  private readonly changed = new Emitter<void>();
  /** A trace was opened or closed. */
  readonly onDidChange = this.changed.event;

  constructor(
    /** Opens the bytes under a key, or says in a sentence why that fails. */
    private readonly openSource: (key: string) => Promise<OwnedSource | { problem: string }>,
    /** The name to show for a key. */
    private readonly nameOf: (key: string) => string,
  ) {
    this.shared = new SharedTraces<Trace, OpenedTrace>(
      (key) => this.openTrace(key),
      () => {
        this.changed.fire();
      },
    );
  }

  /** The traces that are open, by their keys. */
  get all(): ReadonlyMap<string, Trace> {
    return new Map([...this.shared.all].map(([key, { trace }]) => [key, trace]));
  }

  /** The file under a key changed, or may have: reads it again if it is open. Never rejects. */
  async fileChanged(key: string): Promise<void> {
    await this.shared.all.get(key)?.file.changed();
  }

  /**
   * Something happened to the file under a key: it is read again when it is quiet, if it is open.
   */
  fileTouched(key: string): void {
    this.shared.all.get(key)?.file.touched();
  }

  /** Takes a share in the trace under a key. */
  acquire(key: string): Promise<TraceLease | { problem: string }> {
    return this.shared.acquire(key);
  }

  private async openTrace(key: string): Promise<OpenedTrace | { problem: string }> {
    const name = this.nameOf(key);
    const file = await this.openFile(key, name);
    if ('problem' in file) return file;
    const opened = await openOrSayWhyNot(file, name);
    if ('problem' in opened) {
      await file.close();
      return opened;
    }
    const { trace } = opened;
    const reloader = new TraceReloader(trace, file, () => this.openFile(key, name));
    const close = async () => {
      trace.dispose();
      await reloader.close();
    };
    return { trace, file: reloader, close };
  }

  private async openFile(
    key: string,
    name: string,
  ): Promise<ValidatedSource | { problem: string }> {
    const source = await this.openSource(key);
    if ('problem' in source) return source;
    try {
      return await ValidatedSource.of(source, name);
    } catch (error) {
      await source.close();
      return { problem: whyNot(error, name) };
    }
  }
}

/** A medium that fails at once leaves nothing to show. */
async function openOrSayWhyNot(
  file: ValidatedSource,
  name: string,
): Promise<{ trace: Trace } | { problem: string }> {
  try {
    const opened = await Trace.open(file.source, name);
    if ('trace' in opened) await file.remember(opened.trace.recording.description.framesOffset);
    return opened;
  } catch (error) {
    return { problem: whyNot(error, name) };
  }
}

function whyNot(error: unknown, name: string): string {
  if (error instanceof ReadFailed) return error.message;
  return t(
    '{0} cannot be read: {1}.',
    name,
    error instanceof Error ? error.message : String(error),
  );
}
