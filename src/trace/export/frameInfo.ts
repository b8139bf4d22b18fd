// What one frame collected, as the XML document that gdb asks a target for: gdb manual, "Traceframe Info Format".
import type { Frame } from '../../format/frame';
import { collectedItems, writeTraceframeInfo } from '../../format/traceframeInfo';

/** The document for a frame, with the document type that the manual gives it. */
export function frameInfoXml(frame: Frame): string {
  return xmlHead + writeTraceframeInfo(collectedItems(frame));
}

const xmlHead = `<?xml version="1.0"?>
<!DOCTYPE traceframe-info PUBLIC "+//IDN gnu.org//DTD GDB Memory Map V1.0//EN" "http://sourceware.org/gdb/gdb-traceframe-info.dtd">
`;
