// The host's side of the page that compares two traces, over media that fail.
import type * as vscode from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  usualOptions,
  type ComparisonHostMessage,
  type ComparisonPageMessage,
} from '../../../src/editor/comparison/messages';
import { ComparisonPanels } from '../../../src/editor/comparison/comparisonPanel';
import type { Both } from '../../../src/trace/comparison/comparedTraces';
import { Emitter } from '../../../src/trace/emitter';
import { OpenTraces } from '../../../src/trace/openTraces';
import { eventually } from '../../eventually';
import { recordedBytes } from '../trace/comparison/recordings';
import { diskGone, FaultySource } from '../trace/faultySource';

const vs = vi.hoisted(() => ({ panel: {}, showErrorMessage: vi.fn() }));

vi.mock('vscode', () => ({
  Uri: { joinPath: (...parts: unknown[]) => parts.slice(1).join('/') },
  ViewColumn: { Active: -1, One: 1 },
  window: { createWebviewPanel: () => vs.panel, showErrorMessage: vs.showErrorMessage },
  l10n: { t: (text: string) => text },
  env: { language: 'en' },
}));

beforeEach(() => {
  vs.showErrorMessage.mockReset();
});

const pair = {
  left: { path: '/left.tf' },
  right: { path: '/right.tf' },
} as unknown as Both<vscode.Uri>;
for (const each of [pair.left, pair.right]) each.toString = () => each.path;

/** Without their programs the recordings hold no more. */
const options = { ...usualOptions, registers: true, memory: true };

/** The page of two recordings; what is posted to it, and what is shown besides it. */
function opened(...missing: readonly string[]) {
  const posted: ComparisonHostMessage[] = [];
  const shown: unknown[] = [];
  const fromPage = new Emitter<ComparisonPageMessage>();
  const closed = new Emitter<undefined>();
  vs.panel = {
    webview: {
      onDidReceiveMessage: fromPage.event,
      postMessage: (message: ComparisonHostMessage) => posted.push(message),
      asWebviewUri: String,
    },
    onDidDispose: closed.event,
  };
  const media = {
    '/left.tf': new FaultySource(recordedBytes('aslr-one')),
    '/right.tf': new FaultySource(recordedBytes('while')),
  };
  const sources = new Map(Object.entries(media));
  for (const each of missing) sources.delete(each);
  const problem = 'no such file';
  const traces = new OpenTraces((key) => Promise.resolve(sources.get(key) ?? { problem }), String);
  new ComparisonPanels('extension' as unknown as vscode.Uri, {
    traces,
    ensureProgram: () => Promise.resolve(),
    chooseProgram: () => Promise.resolve(),
    showFrames: (_, frames) => Promise.resolve(void shown.push(frames)),
    openTrace: () => Promise.resolve(),
    save: () => Promise.resolve(),
  }).show(pair);
  const last = (type: ComparisonHostMessage['type']) => {
    const message = posted.filter((each) => each.type === type).at(-1);
    return message && { at: posted.indexOf(message), message };
  };
  /** Whether a message of one type came after all of another. */
  const isAfter = (type: ComparisonHostMessage['type'], other: ComparisonHostMessage['type']) =>
    (last(type)?.at ?? -1) > (last(other)?.at ?? -1);
  const send = (message: ComparisonPageMessage) => {
    fromPage.fire(message);
  };
  const close = () => {
    closed.fire(undefined);
  };
  return { left: media['/left.tf'], sources, traces, posted, shown, last, isAfter, send, close };
}

describe('the page of a comparison', () => {
  it('loses only the values of two frames where these cannot be read', async () => {
    const { left, posted, shown, last, isAfter, send, close } = opened();
    send({ type: 'ready', options });
    await eventually(() => {
      expect(isAfter('frames', 'compared')).toBe(true);
    });

    left.failAfter(0);
    send({ type: 'goTo', left: 40, right: 40 });
    await eventually(() => {
      expect(vs.showErrorMessage).toHaveBeenCalledWith(diskGone.message);
    });
    await eventually(() => {
      expect(shown).toEqual([{ left: 40, right: 40 }]);
    });

    // As when the page is shown again.
    send({ type: 'ready' });
    await eventually(() => {
      expect(vs.showErrorMessage).toHaveBeenCalledTimes(2);
    });
    expect(isAfter('compared', 'frames')).toBe(true);

    left.heal();
    send({ type: 'goTo', left: 40, right: 40 });
    await eventually(() => {
      expect(last('frames')?.message).toMatchObject({ left: 40, right: 40 });
      expect(isAfter('frames', 'compared')).toBe(true);
    });
    expect(posted.filter(({ type }) => type === 'failed')).toEqual([]);
    close();
  });

  it('keeps the comparison where the values of its first frames cannot be read', async () => {
    const { left, posted, isAfter, send, close } = opened();
    const isCompared = () => posted.some(({ type }) => type === 'compared');
    const push = posted.push.bind(posted);
    posted.push = (...messages) => {
      if (messages.some(({ type }) => type === 'compared')) left.failAfter(0);
      return push(...messages);
    };
    send({ type: 'ready', options });
    await eventually(() => {
      expect(vs.showErrorMessage).toHaveBeenCalledWith(diskGone.message);
    });
    expect(isCompared()).toBe(true);
    expect(isAfter('compared', 'frames')).toBe(true);
    close();
  });

  it('stops where the page asks for it, and compares again', async () => {
    const { posted, last, isAfter, send, close } = opened();
    const push = posted.push.bind(posted);
    let isStopped = false;
    posted.push = (...messages) => {
      const length = push(...messages);
      if (!isStopped && messages.some(({ type }) => type === 'comparing')) {
        isStopped = true;
        send({ type: 'stop' });
      }
      return length;
    };
    send({ type: 'ready', options });
    await eventually(() => {
      expect(last('stopped')).toBeDefined();
    });
    // What goes on unheard would be heard by then.
    send({ type: 'compare', options });
    await eventually(() => {
      expect(isAfter('frames', 'compared')).toBe(true);
    });
    const after = posted.slice(posted.findIndex(({ type }) => type === 'stopped') + 1);
    expect(posted.filter(({ type }) => type === 'compared')).toHaveLength(1);
    expect(after.some(({ type }) => type === 'compared')).toBe(true);
    expect(posted.filter(({ type }) => type === 'failed')).toEqual([]);
    close();
  });

  it('says that a file was removed, and what to do, and does not call it damaged', async () => {
    const { sources, traces, last, isAfter, send, close } = opened();
    send({ type: 'ready', options });
    await eventually(() => {
      expect(isAfter('frames', 'compared')).toBe(true);
    });
    sources.delete('/left.tf');
    await traces.fileChanged('/left.tf');
    const why = 'no such file What was read before is shown as far as it can still be read.';
    expect(last('changed')?.message).toEqual({ type: 'changed', why });
    send({ type: 'compare', options });
    await eventually(() => {
      expect(isAfter('compared', 'changed')).toBe(true);
    });
    const { message } = last('compared') ?? {};
    const notes = message?.type === 'compared' ? message.compared.notes : [];
    expect(notes).toContain(`${why} Compare again once the file is whole.`);
    expect(notes.join(' ')).not.toContain('damaged');
    close();
  });

  it('opens a file that was missing once it is asked to compare again', async () => {
    const { left, sources, last, send, close } = opened('/left.tf');
    send({ type: 'ready', options });
    await eventually(() => {
      expect(last('failed')?.message).toEqual({ type: 'failed', message: 'no such file' });
    });
    sources.set('/left.tf', left);
    send({ type: 'compare', options });
    await eventually(() => {
      expect(last('compared')).toBeDefined();
    });
    close();
  });
});
