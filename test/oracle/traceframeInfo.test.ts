// The traceframe-info documents of the corpus' frames are what the document type of gdb's manual
// allows, as it stands there but for its tvar, of which it does not say that it is empty; and they
// say what was collected.
import { expect, it } from 'vitest';
import { readFrame } from '../../src/format/frame';
import {
  readTraceframeInfo,
  writeTraceframeInfo,
  collectedItems,
} from '../../src/format/traceframeInfo';
import { frameInfoXml } from '../../src/trace/export/exportFrames';
import { corpusTraces, readCorpusTrace } from './corpusTrace';

const number = '(0x[\\da-f]+|\\d+)';
const memory = `<memory start="${number}" length="${number}"/>`;
const valid = new RegExp(
  `^<traceframe-info( version="1\\.0")?>\\s*((${memory}|<tvar id="${number}"/>)\\s*)*</traceframe-info>\\s*$`,
);
const head =
  /^<\?xml version="1\.0"\?>\n<!DOCTYPE traceframe-info PUBLIC "[^"]+" "http:\/\/sourceware\.org\/gdb\/gdb-traceframe-info\.dtd">\n/;

it('every frame’s document is valid and complete', async () => {
  let documents = 0;
  let items = 0;
  for (const [name] of corpusTraces) {
    const { source, index, detected } = await readCorpusTrace(name);
    for (let number = 0; number < index.count; number++) {
      const frame = await readFrame(source, index, number, detected.frameLayout);
      const collected = [...collectedItems(frame)];
      const xml = writeTraceframeInfo(collected);
      expect(xml).toMatch(valid);
      expect(readTraceframeInfo(xml)).toEqual({ items: collected, diagnostics: [] });
      const exported = frameInfoXml(frame);
      expect(exported.replace(head, '')).toBe(xml);
      expect(exported).toMatch(head);
      documents++;
      items += collected.length;
    }
  }
  expect({ documents, items }).toEqual({ documents: 858, items: 3165 });
});
