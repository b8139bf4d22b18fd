// The worker thread that disassembles: finds Capstone next to this script.
import { t } from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { bundledScript, takeQuestion } from './platform/thread';
import { parentPort } from 'node:worker_threads';
import { CapstoneDecoder, isTrap, type CapstoneInstruction } from './platform/capstone';
import type { DecodeReply, DecodeRequest } from './platform/capstoneThread';

takeQuestion();
let loading: Promise<CapstoneDecoder> | undefined;
parentPort?.on('message', ({ id, bytes, address, mode, most }: DecodeRequest) => {
  loading ??= readFile(bundledScript('capstone.wasm')).then((contents) =>
    CapstoneDecoder.load(contents),
  );
  void loading.then(
    (decoder) => {
      reply(id, () => decoder.decode(bytes, address, mode, most));
    },
    (error: unknown) => {
      loading = undefined;
      parentPort?.postMessage({
        id,
        problem: t('The disassembler cannot be loaded: {0}.', sentenceOf(error)),
      } satisfies DecodeReply);
    },
  );
});

function reply(id: number, decode: () => readonly CapstoneInstruction[]): void {
  try {
    parentPort?.postMessage({ id, decoded: decode() } satisfies DecodeReply);
  } catch (error) {
    if (isTrap(error)) throw error;
    parentPort?.postMessage({
      id,
      problem: t('The disassembler failed: {0}.', sentenceOf(error)),
    } satisfies DecodeReply);
  }
}

/** Capstone throws texts. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error).replaceAll('\n', ' ').trim();
}
