import path from 'node:path';
import type * as vscode from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/trace/emitter';
import type { OpenTraces } from '../../../src/trace/openTraces';
import type { Trace } from '../../../src/trace/trace';
import {
  coverageStep,
  coverageSteps,
  registerHitCommand,
  SourceHitHovers,
  SourceHitLenses,
  type HitRequest,
  SourceHits,
} from '../../../src/workbench/sourceHits';
import { tracedBy } from '../trace/tracedPrograms';

const vs = vi.hoisted(() => ({
  style: 'codeLens',
  sourceMap: {},
  commands: new Map<string, (asked: unknown) => Promise<void>>(),
  said: [] as string[],
}));

vi.mock('vscode', () => {
  const Disposable = {
    from: (...all: { dispose(): void }[]) => ({
      dispose: () => {
        for (const each of all) each.dispose();
      },
    }),
  };
  class Named {
    constructor(readonly name: string) {}
  }
  class Range {
    constructor(
      readonly line: number,
      readonly start: number,
      readonly lastLine: number,
      readonly end: number,
    ) {}
  }
  class CodeLens {
    constructor(
      readonly range: unknown,
      readonly command: unknown,
    ) {}
  }
  class MarkdownString {
    value = '';
    appendCodeblock(text: string) {
      this.value += text;
      return this;
    }
  }
  class Hover {
    constructor(
      readonly contents: MarkdownString,
      readonly range: unknown,
    ) {}
  }
  class EventEmitter {
    readonly event = () => ({ dispose: () => undefined });
    fire = () => undefined;
    dispose = () => undefined;
  }
  const insert = (text: string, ...given: unknown[]) =>
    text.replace(/\{(\d)\}/g, (_, i: string) => String(given[Number(i)]));
  return {
    CodeLens,
    Disposable,
    EventEmitter,
    Hover,
    MarkdownString,
    Position: Named,
    Range,
    ThemeColor: Named,
    Uri: { parse: (key: string) => ({ scheme: 'file', fsPath: key.replace('file://', ''), key }) },
    l10n: { t: insert },
    commands: {
      registerCommand: (id: string, run: (asked: unknown) => Promise<void>) => {
        vs.commands.set(id, run);
        return { dispose: () => undefined };
      },
    },
    window: { showInformationMessage: (text: string) => vs.said.push(text) },
    workspace: {
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
      getConfiguration: () => ({
        get: (name: string) => (name === 'sourceMap' ? vs.sourceMap : vs.style),
      }),
    },
  };
});
vi.mock('../../../src/workbench/files', () => ({
  fileExists: (file: string) => Promise.resolve(file === '/here/app.c'),
  workspaceFolders: () => ['/here'],
  pathOf: ({ fsPath }: vscode.Uri) => fsPath,
}));
vi.mock('../../../src/workbench/sources', () => ({ savedSourceMap: () => vs.sourceMap }));

const key = 'file:///traces/app.tf';
const source = { scheme: 'file', fsPath: '/here/app.c' } as vscode.Uri;

/** The hits of a trace, and how many frames its program has at each line of the source. */
async function hitsOf() {
  const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
  const changed = new Emitter<undefined>();
  const traces = { all: new Map([[key, trace]]), onDidChange: changed.event };
  const hits = new SourceHits(traces as unknown as OpenTraces);
  const lines = new Map<number, number[]>();
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const at = trace.recording.pc(frame);
    const place = at && (await trace.modules.current.locate(at.pc)).source;
    if (!place || path.basename(place.file) !== 'app.c') continue;
    lines.set(place.line, [...(lines.get(place.line) ?? []), frame]);
  }
  return { trace, hits, lines };
}

function first(lines: ReadonlyMap<number, readonly number[]>): [number, readonly number[]] {
  const [entry] = lines;
  if (!entry) throw new Error('Frames are at some line.');
  return entry;
}

function go(asked: unknown): Promise<void> {
  return vs.commands.get('tracefile.goToHit')?.(asked) ?? Promise.resolve();
}

beforeEach(() => {
  vs.style = 'codeLens';
  vs.said.length = 0;
});

describe('lenses', () => {
  it('say in how many frames each line was hit, and lead to them', async () => {
    const { hits, lines } = await hitsOf();
    const lenses = await new SourceHitLenses(hits).provideCodeLenses({
      uri: source,
      lineCount: 10_000,
    } as vscode.TextDocument);
    expect(lines.size).toBeGreaterThan(1);
    const said = lenses.map(({ range, command }) => [
      (range as unknown as { line: number }).line + 1,
      command?.title,
    ]);
    expect(said).toEqual(
      [...lines.keys()]
        .sort((a, b) => a - b)
        .flatMap((line) => [
          [line, `hit in ${lines.get(line)?.length} frames`],
          [line, 'previous'],
          [line, 'next'],
        ]),
    );
  });

  it('are none where the setting says so, beyond the text, or in another file', async () => {
    const { hits } = await hitsOf();
    const provider = new SourceHitLenses(hits);
    const lenses = (uri: vscode.Uri, lineCount: number) =>
      provider.provideCodeLenses({ uri, lineCount } as vscode.TextDocument);
    expect(await lenses(source, 1)).toEqual([]);
    expect(
      await lenses({ scheme: 'file', fsPath: '/elsewhere/app.c' } as vscode.Uri, 10_000),
    ).toEqual([]);
    vs.style = 'off';
    expect(await lenses(source, 10_000)).toEqual([]);
  });
});

describe('the command', () => {
  async function commanded() {
    const made = await hitsOf();
    const withTrace = <T>(_: unknown, act: (trace: Trace) => T | Promise<T>) =>
      Promise.resolve(act(made.trace));
    registerHitCommand(made.hits, withTrace);
    const [line, frames] = first(made.lines);
    const asked = (to: HitRequest['to']) => ({ trace: key, path: source.fsPath, line, to });
    return { ...made, frames, asked };
  }

  it('goes from hit to hit and says where there are no more', async () => {
    const { trace, frames, asked } = await commanded();
    await go(asked('first'));
    expect(trace.cursor.frame).toBe(frames[0]);
    await go(asked('next'));
    expect(trace.cursor.frame).toBe(frames[1]);
    await go(asked('previous'));
    expect(trace.cursor.frame).toBe(frames[0]);
    await go(asked('previous'));
    expect(trace.cursor.frame).toBe(frames[0]);
    expect(vs.said).toEqual([`No frame before frame ${frames[0]} is at this line.`]);
  });

  it('does nothing when it is asked for nonsense', async () => {
    const { trace, asked } = await commanded();
    trace.cursor.moveTo(5, {});
    const good = asked('first');
    const nonsense = [undefined, null, 'x', 7, { ...good, to: 'x' }, { ...good, line: 1.5 }];
    for (const each of [...nonsense, { ...good, trace: 7 }, { ...good, path: '/none.c' }]) {
      await go(each);
    }
    expect(trace.cursor.frame).toBe(5);
    expect(vs.said).toEqual([]);
  });
});

describe('a hover', () => {
  async function hover(text: string, character: number, cancelled = false) {
    const { hits, lines, trace } = await hitsOf();
    const [line, frames] = first(lines);
    trace.cursor.moveTo(frames[3] ?? 0, {});
    const document = {
      uri: source,
      languageId: 'c',
      lineAt: () => ({ text, range: { end: {} } }),
      offsetAt: () => 0,
      getText: () => text,
    } as unknown as vscode.TextDocument;
    const token = {
      onCancellationRequested: (listener: () => void) => {
        if (cancelled) listener();
        return { dispose: () => undefined };
      },
    } as unknown as vscode.CancellationToken;
    const at = { line: line - 1, character } as vscode.Position;
    const shown = await new SourceHitHovers(hits).provideHover(document, at, token);
    return { frames, text: (shown?.contents as unknown as { value: string } | undefined)?.value };
  }

  it('tells the last values, the least and the greatest', async () => {
    const { frames, text = '' } = await hover('  x = $trace_frame;', 9);
    const [head, ...rows] = text.split('\n');
    expect(head).toBe(`$trace_frame: ${frames[0]} to ${frames.at(-1)} in ${frames.length} frames`);
    expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).toEqual(
      frames.slice(0, 4).map((frame, i) => `${i === 3 ? '▸ ' : ''}frame ${frame} ${frame}`),
    );
  });

  it('tells nothing of a comment, of what means nothing, or when it is cancelled', async () => {
    expect((await hover('// $trace_frame', 6)).text).toBeUndefined();
    expect((await hover('no_such_name', 3)).text).toBeUndefined();
    expect((await hover('$trace_frame', 3, true)).text).toBeUndefined();
  });
});

describe('coverage', () => {
  it('goes up in steps, by factors', () => {
    const most = 10 ** coverageSteps;
    const counts = Array.from({ length: coverageSteps + 1 }, (_, i) => 2 * 10 ** i);
    expect(counts.map((count) => coverageStep(Math.min(count, most), most))).toEqual([
      0, 1, 2, 3, 4, 4,
    ]);
  });

  it('has no step beyond the last, nor before the first', () => {
    expect(coverageStep(1, 1)).toBe(0);
    expect(coverageStep(0, 0)).toBe(0);
    expect(coverageStep(0, 100)).toBe(0);
    expect(coverageStep(100, 100)).toBe(coverageSteps - 1);
  });
});
