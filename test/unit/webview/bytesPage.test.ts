// The tab "Bytes" in the page: shown by other tabs, and in step with the table.
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TraceSummary } from '../../../src/ask/trace/summary';
import type { Act } from '../../../src/editor/pageMessages';
import { PageModel } from '../../../webview/pageModel';
import { readState } from '../../../webview/pageState';
import type { Said } from '../../wireMessages';
import { wiredPage, type WiredPage } from './wiredPage';

const trace: TraceSummary = {
  name: 'app.tf',
  fileSize: 118_479,
  stopReason: '',
  status: [],
  tracepoints: [],
  variables: [],
  furtherPrograms: [],
  diagnostics: [],
  unknownLines: [],
  program: { state: 'none', explanation: '' },
  frameCount: 114,
  complete: true,
};

let posted: Said<Act>[];
let page: WiredPage;

function opened(saved: unknown): PageModel {
  posted = [];
  page = wiredPage((message) => posted.push(message));
  const ignored = () => undefined;
  const model = new PageModel(page.wire, readState(saved), {
    changed: ignored,
    canvasChanged: ignored,
    reveal: ignored,
    scrollTo: ignored,
    focus: ignored,
    showColumns: ignored,
    chosen: ignored,
  });
  model.receive({ type: 'summary', trace });
  return model;
}

function requests(name: string): unknown[] {
  return posted.flatMap((message) =>
    message.type === 'request' && message.name === name ? [message.asked] : [],
  );
}

/** Answers a request. */
async function answer(name: string, asked: object, given: unknown): Promise<void> {
  const request = posted.find(
    (message) =>
      message.type === 'request' &&
      message.name === name &&
      isDeepStrictEqual(message.asked, asked),
  );
  if (request?.type !== 'request') throw new Error(`${name} was not asked for.`);
  await page.answer({ type: 'answer', id: request.id, answer: given });
}

describe('the tab', () => {
  beforeEach(() => {
    posted = [];
  });

  it('asks for nothing until it is in front', () => {
    const model = opened({ tab: 'frame' });
    model.select(7);
    expect(requests('frameBytes')).toEqual([]);
    model.showTab('bytes');
    expect(requests('frameBytes')).toEqual([{ frame: 7 }]);
  });

  it('selects the bytes of the frame that the table selects', async () => {
    const model = opened({ tab: 'bytes', selected: 3 });
    expect(requests('frameBytes')).toEqual([{ frame: 3 }]);
    model.select(5);
    await answer('frameBytes', { frame: 5 }, { offset: 500, length: 100 });
    expect(model.bytes.range).toEqual({ offset: 500, length: 100 });
  });

  it('comes to the front with what another one wants shown', () => {
    const model = opened({ tab: 'problems' });
    model.showBytes({ offset: 40, length: 8 });
    expect(model.tab).toBe('bytes');
    expect(model.bytes.range).toEqual({ offset: 40, length: 8 });
  });

  it('selects a frame of its own in the table', async () => {
    const model = opened({ tab: 'bytes' });
    model.bytes.setInSight({ start: 0, end: 64 });
    const part = { kind: 'header', offset: 0, length: 6, within: 'frame 9', name: '', fields: [] };
    await answer(
      'bytes',
      { offset: 0, length: 4096 },
      {
        offset: 0,
        hex: '00'.repeat(64),
        parts: [{ ...part, frame: 9 }],
      },
    );
    expect(model.bytes.otherFrame).toBe(9);
    model.bytes.open();
    expect(model.selected).toBe(9);
    expect(model.bytes.otherFrame).toBeUndefined();
  });
});
