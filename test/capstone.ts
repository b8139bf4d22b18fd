// Capstone in the thread of the tests. Compiling it takes longer than most tests: those that share
// their modules share it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Decoder } from '../src/disassembly/decoder';
import { CapstoneDecoder } from '../src/platform/capstone';

let loading: Promise<CapstoneDecoder> | undefined;

/** A decoder in this thread. */
export async function decoderHere(): Promise<Decoder & { dispose(): void }> {
  const wasm = createRequire(import.meta.url).resolve('@alexaltea/capstone-js/dist/capstone.wasm');
  loading ??= CapstoneDecoder.load(readFileSync(wasm));
  const capstone = await loading;
  return {
    decode: (...asked) => Promise.resolve(capstone.decode(...asked)),
    dispose: () => undefined,
  };
}
