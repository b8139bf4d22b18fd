// How a stub records branches, an XML document of a few bytes: gdb manual, "Branch Trace Configuration Format".
import { SaxesParser } from 'saxes';
import { readXmlNumber } from './xmlNumber';

/** How branches are recorded. */
export interface BranchTraceConfiguration {
  /** `bts`: Branch Trace Store, blocks. `pt`: Intel Processor Trace. */
  readonly format: 'bts' | 'pt';
  /** Bytes of the buffer; undefined where it is not said. */
  readonly size: number | undefined;
}

/** The configuration that a document states; undefined where nothing is recorded, or the document is none. */
export function readBranchTraceConfiguration(xml: string): BranchTraceConfiguration | undefined {
  const parser = new SaxesParser();
  let found: BranchTraceConfiguration | undefined;
  const state = { isSound: true };
  let depth = 0;
  parser.on('error', () => (state.isSound = false));
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && name !== 'btrace-conf') state.isSound = false;
    if (depth === 1 && (name === 'bts' || name === 'pt')) {
      const size = readXmlNumber((attributes as Readonly<Record<string, string>>)['size']);
      found = { format: name, size: size === undefined ? undefined : Number(size) };
    }
    depth++;
  });
  parser.on('closetag', () => depth--);
  parser.write(xml.slice(0, longestDocument)).close();
  return state.isSound ? found : undefined;
}

const longestDocument = 1 << 16;
