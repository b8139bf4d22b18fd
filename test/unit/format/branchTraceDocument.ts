// A branch trace, written as gdbserver writes it.
import type { Blocks } from '../../../src/format/branchTrace';

/** Writes a document of blocks, newest first as gdbserver does, in pieces of text. */
export function* writeBranchTrace({ count, begins, ends }: Blocks): Generator<string> {
  yield '<!DOCTYPE btrace SYSTEM "btrace.dtd">\n<btrace version="1.0">\n';
  for (let block = count - 1; block >= 0; block--) {
    yield `<block begin="${hex(begins[block])}" end="${hex(ends[block])}"/>\n`;
  }
  yield '</btrace>\n';
}

function hex(address = 0n): string {
  return `0x${address.toString(16)}`;
}
