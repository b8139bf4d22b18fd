// The page that compares two traces and its host, over media that fail: what the page asks and
// hears goes over both ends of the wire.
import type { Uri } from 'vscode';
import { describe, expect, it } from 'vitest';
import type { ComparisonQuestions } from '../../../src/ask/comparison/comparisonQuestions';
import { ComparisonPanel } from '../../../src/editor/comparison/comparisonPanel';
import type { ComparisonAct, ComparisonEvent } from '../../../src/editor/comparison/messages';
import type { Both } from '../../../src/trace/comparison/comparedTraces';
import { Emitter } from '../../../src/trace/emitter';
import { OpenTraces } from '../../../src/trace/openTraces';
import { PageWire, RequestCancelled } from '../../../src/wire/page';
import { eventually } from '../../eventually';
import { recordedBytes, usualOptions } from '../trace/comparison/recordings';
import { diskGone, FaultySource } from '../trace/faultySource';

const pair = { left: { path: '/left.tf' }, right: { path: '/right.tf' } } as unknown as Both<Uri>;
for (const each of [pair.left, pair.right]) each.toString = () => each.path;

/** Without their programs the recordings hold no more. */
const options = { ...usualOptions, registers: true, memory: true };

/** The host of two recordings; what its page hears, and what is shown besides it. */
function opened(...missing: readonly string[]) {
  const shown: unknown[] = [];
  const saved: unknown[] = [];
  const errors: string[] = [];
  const fromPage = new Emitter<unknown>();
  const toPage = new Emitter<unknown>();
  const media = {
    '/left.tf': new FaultySource(recordedBytes('aslr-one')),
    '/right.tf': new FaultySource(recordedBytes('while')),
  };
  const sources = new Map(Object.entries(media));
  for (const each of missing) sources.delete(each);
  const problem = 'no such file';
  const traces = new OpenTraces((key) => Promise.resolve(sources.get(key) ?? { problem }), String);
  const window = {
    post: (message: unknown) => {
      toPage.fire(message);
    },
    onDidReceive: fromPage.event,
    showError: (sentence: string) => void errors.push(sentence),
    column: 1 as never,
  };
  const panel = new ComparisonPanel(pair, window, {
    traces,
    ensureProgram: () => Promise.resolve(),
    chooseProgram: () => Promise.resolve(),
    showFrames: (_, frames) => Promise.resolve(void shown.push(frames)),
    openTrace: () => Promise.resolve(),
    save: (_, format) => Promise.resolve(void saved.push(format)),
  });
  /** A page begins in the tab. */
  const begun = () => {
    const heard: ComparisonEvent[] = [];
    const wire = new PageWire<ComparisonQuestions, ComparisonAct, ComparisonEvent>({
      post: (message) => {
        fromPage.fire(message);
      },
      listen: (receive, loaded) => {
        toPage.event(receive);
        loaded();
      },
      savedState: undefined,
      save: () => undefined,
    });
    wire.listen((event) => heard.push(event));
    return { heard, wire, ask: wire.ask };
  };
  return { left: media['/left.tf'], sources, traces, shown, saved, errors, panel, begun };
}

describe('the page of a comparison', () => {
  it('loses only the values of two frames where these cannot be read', async () => {
    const { left, shown, errors, panel, begun } = opened();
    const { ask, wire, heard } = begun();
    const { view, compared } = await ask('compare', options);
    const [, second] = compared.values;
    if (!second) throw new Error('Too little differs.');
    const { expression, tracepoint, atSteps } = second;
    const plotted = { expression, tracepoint, atSteps };
    expect(await ask('series', { view, value: plotted })).toHaveProperty('series');
    left.failAfter(0);
    wire.act({ type: 'goTo', left: 40, right: 40 });
    await expect(ask('pairedValues', { view, left: 40, right: 40 })).rejects.toThrow(
      diskGone.message,
    );
    expect(shown).toEqual([{ left: 40, right: 40 }]);

    // As when the page is shown again.
    const again = begun();
    expect(again.heard).toEqual([expect.objectContaining({ type: 'traces', view })]);
    const known = await again.ask('compared', { view });
    expect(known).toMatchObject({ view, options, plotted, frames: { left: 40, right: 40 } });

    left.heal();
    const values = await again.ask('pairedValues', { view, left: 40, right: 40 });
    expect(values.length).toBeGreaterThan(0);
    expect([errors, heard.length]).toEqual([[], 2]);
    panel.dispose();
  });

  it('stops where the page asks for it, and compares again', async () => {
    const { panel, begun } = opened();
    const { ask } = begun();
    const stopping = new AbortController();
    const stopped = ask('compare', options, {
      signal: stopping.signal,
      report: () => {
        stopping.abort();
      },
    });
    await expect(stopped).rejects.toThrow(RequestCancelled);
    const { view } = await ask('compare', options);
    expect(view).toBe(1);
    panel.dispose();
  });

  it('hears nothing of what the page before it asked', async () => {
    const { panel, begun } = opened();
    const before = begun();
    const lost = before.ask('compare', { ...options, matching: 'number' });
    const again = begun();
    expect((await again.ask('compare', options)).options).toEqual(options);
    const settled = await Promise.race([lost.then(() => 'answered'), Promise.resolve('nothing')]);
    expect(settled).toBe('nothing');
    panel.dispose();
  });

  it('says that a file was removed, and what to do, and does not call it damaged', async () => {
    const { sources, traces, panel, begun } = opened();
    const { ask, heard } = begun();
    await ask('compare', options);
    sources.delete('/left.tf');
    await traces.fileChanged('/left.tf');
    const why = 'no such file What was read before is shown as far as it can still be read.';
    expect(heard.at(-1)).toEqual({ type: 'changed', why });
    expect(begun().heard.at(-1)).toEqual({ type: 'changed', why });
    const { notes } = (await ask('compare', options)).compared;
    expect(notes).toContain(`${why} Compare again once the file is whole.`);
    expect(notes.join(' ')).not.toContain('damaged');
    panel.dispose();
  });

  it('opens a file that was missing once it is asked to compare again', async () => {
    const { left, sources, panel, begun } = opened('/left.tf');
    const { ask } = begun();
    await expect(ask('compare', options)).rejects.toThrow('no such file');
    sources.set('/left.tf', left);
    expect((await ask('compare', options)).view).toBe(1);
    panel.dispose();
  });

  it('says of a comparison that was never made, or is another now, that it is none', async () => {
    const { saved, errors, panel, begun } = opened();
    const { ask, wire } = begun();
    const { view } = await ask('compare', options);
    const next = await ask('compare', options);
    for (const gone of [view, 99]) {
      const sentence = `There is no view ${gone}: it was closed, or never made.`;
      await expect(ask('compared', { view: gone })).rejects.toThrow(sentence);
      const value = { expression: 'n', tracepoint: 1, atSteps: false };
      await expect(ask('series', { view: gone, value })).rejects.toThrow(sentence);
      wire.act({ type: 'export', view: gone, format: 'csv' });
      await eventually(() => {
        expect(errors.at(-1)).toBe(sentence);
      });
    }
    wire.act({ type: 'export', view: next.view, format: 'csv' });
    await eventually(() => {
      expect(saved).toEqual(['csv']);
    });
    panel.dispose();
  });
});
