import type { ModuleManager } from '../../../src/trace/moduleManager';
import type * as vscode from 'vscode';
import * as summary from '../../../src/ask/trace/summary';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadFailed } from '../../../src/bytes/source';
import type { HostEvent } from '../../../src/editor/pageMessages';
import type { TraceSummary } from '../../../src/ask/trace/summary';
import type { Act } from '../../../src/editor/pageMessages';
import type { EditorServices } from '../../../src/editor/editorServices';
import { pageWindow } from '../../../src/editor/pageWindow';
import { TracePanel } from '../../../src/editor/tracePanel';
import type { HostMessage } from '../../../src/wire/contract';
import { Emitter } from '../../../src/trace/emitter';
import { Bookmarks } from '../../../src/workbench/bookmarks';
import { eventually } from '../../eventually';
import { offWire, onWire, type Heard, type Said } from '../../wireMessages';
import { programOf, traceOf } from '../trace/tracedPrograms';
import { memento } from '../workbench/memento';

const vs = vi.hoisted(() => {
  class DebugStackFrame {
    constructor(readonly session: { id: string }) {}
  }
  return {
    DebugStackFrame,
    stackItemListeners: new Set<(item: unknown) => void>(),
    showErrorMessage: vi.fn(),
  };
});

vi.mock('vscode', () => ({
  DebugStackFrame: vs.DebugStackFrame,
  debug: {
    onDidChangeActiveStackItem: (listener: (item: unknown) => void) => {
      vs.stackItemListeners.add(listener);
      return { dispose: () => vs.stackItemListeners.delete(listener) };
    },
  },
  extensions: { getExtension: () => undefined },
  window: { showErrorMessage: vs.showErrorMessage },
  l10n: { t: (text: string, ...given: string[]) => [text, ...given].join(' ') },
}));

/** A panel over a trace, what it posts, and what it hears. */
async function panelOf() {
  const trace = await traceOf('x86_64/app.tf');
  const posted: Heard<HostEvent>[] = [];
  const messages = new Emitter<unknown>();
  const fromPage = {
    fire: (said: Said<Act>) => {
      messages.fire(onWire(said));
    },
  };
  const debugged = new Emitter<undefined>();
  const viewState = new Emitter<undefined>();
  let session: { id: string } | undefined;
  const unavailable: unknown[] = [];
  const bookmarks = new Bookmarks(memento());
  const file = { toString: () => 'file:///app.tf' } as vscode.Uri;
  const webview = {
    onDidReceiveMessage: messages.event,
    postMessage: (message: HostMessage) => posted.push(offWire(message)),
  };
  const services = {
    selectionMovesDebugger: true,
    onDidChangeDebugged: debugged.event,
    debugSession: () => session,
    showSource: () => Promise.resolve<object | undefined>(undefined),
    missingSource: () => Promise.resolve<object | undefined>(undefined),
    showsUnavailable: (_: vscode.Uri, cell: unknown) => unavailable.push(cell),
    bookmarks,
    remembered: () => undefined,
    rememberPage: vi.fn(),
    savedFilters: [],
  };
  const shown = {
    webview,
    visible: true,
    reveal: () => undefined,
    onDidChangeViewState: viewState.event,
  };
  const panel = new TracePanel(
    file,
    trace,
    pageWindow(shown as unknown as vscode.WebviewPanel),
    services as unknown as EditorServices,
  );
  await eventually(() => {
    expect(posted.some(isA('rows'))).toBe(true);
  });
  const greeting = posted.splice(0);
  const remembered = greeting.find(isA('remembered')) as Extract<HostEvent, { type: 'remembered' }>;
  return {
    /** The page's table, in requests. */
    view: remembered.view,
    trace,
    panel,
    greeting,
    posted,
    fromPage,
    bookmarks,
    file,
    services,
    unavailable,
    hide: () => {
      shown.visible = false;
      viewState.fire(undefined);
    },
    debug: (id: string | undefined) => {
      session = id === undefined ? undefined : { id };
      debugged.fire(undefined);
    },
  };
}

const isA =
  <Type extends Heard<HostEvent>['type']>(type: Type) =>
  (message: Heard<HostEvent>): message is Extract<Heard<HostEvent>, { type: Type }> =>
    message.type === type;

function change(modules: ModuleManager): void {
  modules.without('none', '');
}

beforeEach(() => {
  vi.restoreAllMocks();
  vs.showErrorMessage.mockClear();
  vs.stackItemListeners.clear();
});

describe('a page that begins', () => {
  const types = (messages: readonly Heard<HostEvent>[]) => messages.map(({ type }) => type);
  const whole = ['remembered', 'bookmarks', 'summary', 'rows'];

  it('is greeted while it loads, with the first rows', async () => {
    const { trace, greeting } = await panelOf();
    expect(types(greeting)).toEqual(whole);
    const rows = greeting.find(isA('rows')) as Extract<HostEvent, { type: 'rows' }>;
    expect(rows.rows.map(({ frame }) => frame)).toEqual([
      ...Array(trace.recording.index.count).keys(),
    ]);
  });

  it('is told what has changed since, where it heard that', async () => {
    const { bookmarks, file, posted, fromPage } = await panelOf();
    bookmarks.toggle(file, 3);
    expect(posted).toEqual([]);
    fromPage.fire({ type: 'ready', heard: true });
    expect(posted).toEqual([
      { type: 'bookmarks', bookmarks: [{ frame: 3, note: '' }] },
      { type: 'indexing', frameCount: 114, fraction: 1, complete: true },
    ]);
  });

  it('is greeted again where it heard nothing, and where the trace changes before it listens', async () => {
    const { trace, posted, fromPage } = await panelOf();
    const greeted = async () => {
      await eventually(() => {
        expect(types(posted)).toEqual(whole);
      });
      posted.length = 0;
    };
    change(trace.modules);
    await greeted();
    fromPage.fire({ type: 'ready', heard: false });
    await greeted();
    change(trace.modules);
    await eventually(() => {
      expect(types(posted)).toEqual(['summary']);
    });
  });
});

describe('the summary on the page', () => {
  it('is never replaced by an older one', async () => {
    const { trace, posted, fromPage } = await panelOf();
    // The page listens once it says anything.
    fromPage.fire({ type: 'cancel', id: 1 });
    const waiting: ((name: string) => void)[] = [];
    vi.spyOn(summary, 'summarize').mockImplementation(
      () =>
        new Promise((resolve) => {
          waiting.push((name) => {
            resolve({ name } as TraceSummary);
          });
        }),
    );
    change(trace.modules);
    change(trace.modules);
    waiting[1]?.('newer');
    waiting[0]?.('older');
    await eventually(() => {
      expect(posted.length).toBeGreaterThan(0);
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(posted).toEqual([{ type: 'summary', trace: { name: 'newer' } }]);
  });

  it('says where it cannot be made', async () => {
    const { trace, panel } = await panelOf();
    vi.spyOn(summary, 'summarize').mockRejectedValue(new Error('the disk is gone'));
    change(trace.modules);
    await eventually(() => {
      expect(vs.showErrorMessage).toHaveBeenCalledWith('app.tf: the disk is gone');
    });
    vs.showErrorMessage.mockClear();
    change(trace.modules);
    panel.dispose();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(vs.showErrorMessage).not.toHaveBeenCalled();
  });
});

describe('a page that goes away in the middle', () => {
  /** Asks for a filter that is still searching, as the handler's signal shows. */
  async function filtering() {
    const page = await panelOf();
    const view = { view: page.view, filter: '$tracepoint == 2', hide: true };
    const signals: AbortSignal[] = [];
    const search = vi.spyOn(page.panel.table, 'arrange');
    search.mockImplementation((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    page.fromPage.fire({ type: 'request', id: 1, name: 'view', asked: view });
    await eventually(() => {
      expect(signals).toHaveLength(1);
    });
    const filter = async (id: number) => {
      page.fromPage.fire({ type: 'request', id, name: 'view', asked: view });
      await new Promise((resolve) => setTimeout(resolve, 0));
      return signals.map(({ aborted }) => aborted);
    };
    return { ...page, signals, filter };
  }

  it.each([
    [
      'hidden',
      ({ hide }: { hide: () => void }) => {
        hide();
      },
    ],
    [
      'closed',
      ({ panel }: { panel: TracePanel }) => {
        panel.dispose();
      },
    ],
  ])('has its work cancelled: %s', async (_, leave) => {
    const page = await filtering();
    expect(page.signals.map(({ aborted }) => aborted)).toEqual([false]);
    leave(page);
    expect(page.signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is followed by one that asks under the same numbers, and sees every frame until it asks for others', async () => {
    const page = await filtering();
    const reset = vi.spyOn(page.panel.table, 'reset');
    page.fromPage.fire({ type: 'ready', heard: false });
    expect(reset).toHaveBeenCalledOnce();
    expect(await page.filter(1)).toEqual([true, false]);
  });

  it('goes where the trace was moved before it listened', async () => {
    const { trace, posted, fromPage } = await panelOf();
    trace.cursor.moveTo(30, {});
    await Promise.resolve();
    expect(posted).toEqual([]);
    fromPage.fire({ type: 'ready', heard: true });
    await eventually(() => {
      expect(posted.at(-1)).toEqual({ type: 'position', frame: 30, debugging: false });
    });
    posted.length = 0;
    fromPage.fire({ type: 'ready', heard: false });
    await eventually(() => {
      expect(posted.filter(isA('summary'))).toHaveLength(1);
    });
    expect(posted.filter(isA('position'))).toEqual([]);
  });

  it('takes along a trace that nobody moved', async () => {
    const { trace, fromPage } = await panelOf();
    fromPage.fire({ type: 'select', frame: 7, byUser: false });
    expect(trace.cursor.frame).toBe(7);
    fromPage.fire({ type: 'select', frame: 8, byUser: false });
    expect(trace.cursor.frame).toBe(7);
  });

  it('leaves behind where the user was', async () => {
    const { fromPage, services, file } = await panelOf();
    fromPage.fire({ type: 'keep', state: '{"selected":3}' });
    expect(services.rememberPage).toHaveBeenCalledWith(file, '{"selected":3}');
  });
});

describe('a frame that the user selects', () => {
  it.each([
    ['moves the debugger', true, 1],
    ['is looked at alone, where the setting says so', false, 0],
  ])('%s', async (_, selectionMovesDebugger, position) => {
    const { trace, posted, fromPage, services, debug } = await panelOf();
    services.selectionMovesDebugger = selectionMovesDebugger;
    debug('this');
    fromPage.fire({ type: 'select', frame: 1, byUser: true });
    await eventually(() => {
      expect(posted.some(isA('frame'))).toBe(true);
    });
    expect(trace.cursor.frame).toBe(position);
  });

  it('is where the trace is at once, while another is still being read', async () => {
    const { trace, posted, fromPage } = await panelOf();
    fromPage.fire({ type: 'select', frame: 1, byUser: true });
    fromPage.fire({ type: 'select', frame: 2, byUser: true });
    fromPage.fire({ type: 'select', frame: 3, byUser: true });
    expect(trace.cursor.frame).toBe(3);
    await eventually(() => {
      expect(posted.filter(isA('frame')).map(({ details }) => details.frame)).toEqual([1, 3]);
    });
  });

  it('keeps saying that its source is missing when the page asks again', async () => {
    const { trace, posted, fromPage, services } = await panelOf();
    const program = await programOf('x86_64/app');
    await trace.modules.use({ program, dispose: () => undefined }, undefined);
    const problem = { sentence: 'app.c was not found.', tried: [] };
    services.showSource = services.missingSource = () => Promise.resolve(problem);
    for (const byUser of [true, false]) {
      posted.length = 0;
      fromPage.fire({ type: 'select', frame: 1, byUser });
      await eventually(() => {
        const [answer] = posted.filter(isA('frame'));
        expect(answer?.details.sourceProblem).toEqual(problem);
      });
    }
  });
});

describe('a frame that cannot be read', () => {
  it('has the reason in its place, and no notification', async () => {
    const { trace, posted, fromPage } = await panelOf();
    const problem = 'app.tf cannot be read at byte 7: the disk is gone.';
    vi.spyOn(trace, 'machine').mockRejectedValueOnce(new ReadFailed(problem));
    fromPage.fire({ type: 'select', frame: 1, byUser: true });
    await eventually(() => {
      expect(posted).toContainEqual({ type: 'frameProblem', frame: 1, problem });
    });
    expect(vs.showErrorMessage).not.toHaveBeenCalled();
    fromPage.fire({ type: 'select', frame: 1, byUser: true });
    await eventually(() => {
      expect(posted.some(isA('frame'))).toBe(true);
    });
  });
});

describe('the focus', () => {
  async function selected() {
    const made = await panelOf();
    made.debug('this');
    made.fromPage.fire({ type: 'select', frame: 1, byUser: true });
    await eventually(() => {
      expect(vs.stackItemListeners.size).toBe(1);
    });
    return made;
  }

  function stop(id: string): void {
    const session = { id, customRequest: () => Promise.resolve() };
    for (const listener of vs.stackItemListeners) listener(new vs.DebugStackFrame(session));
  }

  it('comes back when the debugger of this trace stops, and no other', async () => {
    const { posted } = await selected();
    stop('other');
    expect(posted.filter(isA('focus'))).toEqual([]);
    stop('this');
    stop('this');
    await eventually(() => {
      expect(posted.filter(isA('focus'))).toHaveLength(1);
    });
  });

  it('is not waited for when the session has ended', async () => {
    const { debug, posted } = await selected();
    debug(undefined);
    expect(vs.stackItemListeners.size).toBe(0);
    stop('this');
    expect(posted.filter(isA('focus'))).toEqual([]);
  });
});

describe('bookmarks', () => {
  it('are set by the page and told to it; those of other traces and other frames are not', async () => {
    const { bookmarks, file, posted, fromPage } = await panelOf();
    fromPage.fire({ type: 'cancel', id: 1 });
    fromPage.fire({ type: 'setNote', frame: 7, note: 'here' });
    fromPage.fire({ type: 'toggleBookmark', frame: 3 });
    fromPage.fire({ type: 'toggleBookmark', frame: 100_000 });
    await eventually(() => {
      expect(posted.filter(isA('bookmarks'))).toHaveLength(2);
    });
    bookmarks.toggle({ toString: () => 'file:///b.tf' } as vscode.Uri, 1);
    const marked = [
      { frame: 3, note: '' },
      { frame: 7, note: 'here' },
    ];
    expect(bookmarks.of(file)).toEqual(marked);
    expect(posted.filter(isA('bookmarks')).at(-1)).toEqual({
      type: 'bookmarks',
      bookmarks: marked,
    });
    expect(posted.filter(isA('bookmarks'))).toHaveLength(2);
  });
});

describe('a column', () => {
  it('that shows values which were not collected tells of them once for each tracepoint', async () => {
    const { trace, view, fromPage, posted, unavailable } = await panelOf();
    const program = await programOf('x86_64/app');
    await trace.modules.use({ program, dispose: () => undefined }, undefined);
    const columns = ['fib_cache[1]', '$pc', 'nosuch'].map((text) => ({ kind: 'value', text }));
    const rows = { view, first: 0, count: 50, columns } as const;
    fromPage.fire({ type: 'request', id: 1, name: 'rows', asked: rows });
    await eventually(() => {
      expect(posted.some(isA('answer'))).toBe(true);
    });
    const expression = 'fib_cache[1]';
    expect(unavailable).toEqual([0, 2, 32].map((frame) => ({ frame, expression })));
  });
});
