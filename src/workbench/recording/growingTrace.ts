// The file of a run in progress: frames are added as they arrive, and the trace editor shows them.
// At the end of the run the whole trace replaces it.
import type * as vscode from 'vscode';
import { runtime } from '../../platform/runtime';
import type { TargetRecording } from '../../remote/client/recording';

type GrowingFile = Awaited<ReturnType<NonNullable<typeof runtime.disk>['create']>>;

/** One run's. */
export class GrowingTrace {
  private sink: GrowingFile | undefined;
  private shown: vscode.Uri | undefined;
  /** What came before there was a frame to show. */
  private readonly pieces: Uint8Array[] = [];
  private growth: Promise<void> | undefined;
  private isOver = false;

  constructor(
    private readonly recording: TargetRecording,
    /** Reserves a file. */
    private readonly reserve: () => Promise<vscode.Uri>,
    private readonly open: (file: vscode.Uri) => Promise<void>,
  ) {}

  /** Fetches what came since, unless that is under way. Never rejects. */
  grow(): void {
    const { status } = this.recording;
    if (this.growth || this.isOver || status.unseen !== undefined) return;
    this.growth = this.fetch()
      .catch(() => {
        // The disk may be full: the run's own download says so.
        this.isOver = true;
      })
      .finally(() => {
        this.growth = undefined;
      });
  }

  /** The file with the frames that came, which nothing is added to any more. */
  async end(): Promise<vscode.Uri | undefined> {
    this.isOver = true;
    await this.growth;
    await this.sink?.keep().catch(() => undefined);
    this.sink = undefined;
    return this.shown;
  }

  private async fetch(): Promise<void> {
    const write = async (bytes: Uint8Array) => {
      if (this.sink) await this.sink.write(bytes);
      else this.pieces.push(bytes);
    };
    const frames = await this.recording.fetchMeanwhile({ write });
    if (typeof frames === 'number' && frames > 0 && !this.sink) await this.show();
  }

  private async show(): Promise<void> {
    const file = await this.reserve();
    const sink = file.scheme === 'file' ? await runtime.disk?.create(file.fsPath) : undefined;
    if (!sink) {
      this.isOver = true;
      return;
    }
    this.sink = sink;
    for (const piece of this.pieces.splice(0)) await sink.write(piece);
    await sink.show();
    this.shown = file;
    if (!this.isOver) await this.open(file);
  }
}
