// What one frame collected, as the XML document that gdb asks a target for: gdb manual, "Traceframe Info Format".
import type { Frame } from '../../format/frame';
import { writeTraceframeInfo, type CollectedItem } from '../../format/traceframeInfo';

/** The document for a frame. */
export function frameInfoXml({ blocks }: Frame): string {
  const items = blocks.flatMap((block): CollectedItem[] => {
    if (block.kind === 'M') {
      return [{ kind: 'memory', start: block.address, length: BigInt(block.length) }];
    }
    return block.kind === 'V' ? [{ kind: 'variable', number: block.variable }] : [];
  });
  return xmlHead + writeTraceframeInfo(items);
}

const xmlHead = `<?xml version="1.0"?>
<!DOCTYPE traceframe-info SYSTEM "traceframe-info.dtd">
`;
