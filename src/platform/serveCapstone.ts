// Capstone in the thread that capstoneThread.ts starts.
import { parentPort } from 'node:worker_threads';
import { CapstoneDecoder, isTrap, type CapstoneInstruction } from './capstone';
import type { DecodeReply, DecodeRequest } from './capstoneThread';

/**
 * Answers what the thread is asked, until the library breaks, which ends the thread. `wasm` gives the contents of
 * capstone.wasm.
 */
export function serveCapstone(wasm: () => Promise<Uint8Array>): void {
  let loading: Promise<CapstoneDecoder> | undefined;
  parentPort?.on('message', ({ id, bytes, address, mode, most }: DecodeRequest) => {
    loading ??= wasm().then((contents) => CapstoneDecoder.load(contents));
    void loading.then(
      (decoder) => {
        reply(id, () => decoder.decode(bytes, address, mode, most));
      },
      (error: unknown) => {
        loading = undefined;
        parentPort?.postMessage({
          id,
          problem: `The disassembler cannot be loaded: ${sentenceOf(error)}.`,
        } satisfies DecodeReply);
      },
    );
  });
}

function reply(id: number, decode: () => readonly CapstoneInstruction[]): void {
  try {
    parentPort?.postMessage({ id, decoded: decode() } satisfies DecodeReply);
  } catch (error) {
    if (isTrap(error)) throw error;
    parentPort?.postMessage({
      id,
      problem: `The disassembler failed: ${sentenceOf(error)}.`,
    } satisfies DecodeReply);
  }
}

/** Capstone throws texts. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error).replaceAll('\n', ' ').trim();
}
