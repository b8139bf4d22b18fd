// What is said of filter and order.
import { describe, expect, it } from 'vitest';
import { TableSpeech } from '../../../webview/speech';
import { initialSettings } from '../../../webview/table/tableSettings';

function speechOf() {
  const table = {
    isBusy: false,
    problem: undefined as { text: string } | undefined,
    matched: undefined as number | undefined,
    settings: initialSettings,
  };
  const model = { table, frameCount: 1093, indexing: { complete: true } };
  const speech = new TableSpeech(model as unknown as ConstructorParameters<typeof TableSpeech>[0]);
  const says = (change: Partial<typeof table>) => {
    Object.assign(table, change);
    speech.follow();
    return speech.text;
  };
  return { model, says };
}

describe('of the table is said', () => {
  it('nothing when it is shown first', () => {
    expect(speechOf().says({})).toBe('');
  });

  it('nothing while frames are still being counted', () => {
    const { model, says } = speechOf();
    model.indexing.complete = false;
    expect(says({ matched: 3 })).toBe('');
  });

  it('how many frames match, when all are searched', () => {
    const { says } = speechOf();
    says({});
    const settings = { ...initialSettings, filter: 'n > 5' };
    expect(says({ settings })).toBe('');
    expect(says({ settings, isBusy: true, matched: 3 })).toBe('');
    expect(says({ isBusy: false, matched: 12 })).toBe('12 of 1,093 frames match');
    expect(says({ settings: initialSettings, matched: undefined })).toBe('1,093 frames shown');
  });

  it('what is sorted by', () => {
    const { says } = speechOf();
    says({});
    const sort = { column: { kind: 'tracepoint' }, descending: true } as const;
    expect(says({ settings: { ...initialSettings, sort } })).toBe(
      '1,093 frames shown, descending by Tracepoint',
    );
  });

  it('nothing of a mistake, which is an alert', () => {
    const { says } = speechOf();
    says({});
    expect(says({ problem: { text: 'no such name' } })).toBe('');
  });
});
