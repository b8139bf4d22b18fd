// A browser's extension host: no disk, no connections, and Capstone in the host's own thread, which
// is not the window's.
import { config, t } from '@vscode/l10n';
import type { CapstoneDecoder, CapstoneMode, CapstoneInstruction } from './capstone';
import type { RunningCapstone, Runtime } from './runtime';

/** A web worker. */
export const runtime: Runtime = {
  disk: undefined,
  openNameThread: () => undefined,
  startCapstone: (readFile) => new CapstoneHere(readFile),
  connectTarget: () =>
    Promise.resolve({
      problem: t(
        'A browser connects to no target: open the folder in VS Code on a desktop, or connected to a server.',
      ),
    }),
  useStrings: (contents) => {
    config({ contents });
  },
};

/** Capstone in the thread that asks; it is loaded when it is first asked. */
class CapstoneHere implements RunningCapstone {
  private loading: Promise<CapstoneDecoder> | undefined;
  private disposed = false;

  constructor(private readonly readFile: (name: string) => PromiseLike<Uint8Array>) {}

  async decode(
    bytes: Uint8Array,
    address: bigint,
    mode: CapstoneMode,
    most: number,
  ): Promise<readonly CapstoneInstruction[]> {
    if (this.disposed) throw new Error('The disassembler was closed.');
    const decoder = await (this.loading ??= this.load());
    try {
      return decoder.decode(bytes, address, mode, most);
    } catch (error) {
      if ((await import('./capstone')).isTrap(error)) this.loading = undefined;
      throw error;
    }
  }

  dispose(): void {
    this.disposed = true;
    this.loading = undefined;
  }

  private async load(): Promise<CapstoneDecoder> {
    try {
      const { CapstoneDecoder } = await import('./capstone');
      return await CapstoneDecoder.load(await this.readFile('capstone.wasm'));
    } catch (error) {
      this.loading = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The disassembler cannot be loaded: ${reason}.`, { cause: error });
    }
  }
}
