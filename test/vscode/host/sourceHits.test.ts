// What a source editor says of a trace that is open, and the way from it to the frames.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, debug, eventually, file, tabsOf } from './workspace';

describe('a source beside its trace', () => {
  afterEach(async () => {
    await setting(undefined);
    await closeEverything();
  });

  it('has lenses that count hits and lead from one to the next; the debugger follows', async () => {
    await openTrace();
    const source = file('callqueue.c');
    await vscode.window.showTextDocument(source, { viewColumn: vscode.ViewColumn.Beside });
    let lenses: vscode.CodeLens[] = [];
    // They are there from the first frames that are read.
    await eventually('lenses for all frames', async () => {
      lenses = await lensesOf(source);
      return hitsIn(lenses) === 246;
    });
    assert.equal(lenses.length % 3, 0);

    await debug({ trace: file('callqueue.tf').fsPath, frame: 245 });
    const [first, , next] = lenses;
    await run(first);
    await eventually('the first hit', async () => (await position()) !== '245');
    const begin = await position();
    await run(next);
    await eventually('the next hit', async () => Number(await position()) > Number(begin));
    const line = Number(first?.range.start.line) + 1;
    assert.equal(await evaluate('$trace_line'), String(line));
  });

  it('tells the values of an expression over the frames at its line', async () => {
    await openTrace();
    const source = file('callqueue.c');
    const { document } = await vscode.window.showTextDocument(source, {
      viewColumn: vscode.ViewColumn.Beside,
    });
    await eventually('lenses', async () => (await lensesOf(source)).length > 0);
    const lines = (await lensesOf(source)).map(({ range }) => range.start.line);
    const texts: string[] = [];
    for (const line of new Set(lines)) {
      const { text } = document.lineAt(line);
      for (const { index } of text.matchAll(/[A-Za-z_]\w*/g)) {
        texts.push(await hoverAt(source, new vscode.Position(line, index)));
      }
    }
    assert.ok(
      texts.some((text) => /frame +\d+ {2}\S/.test(text)),
      texts.join('\n'),
    );
  });

  it('says nothing where the setting is off', async () => {
    await openTrace();
    const source = file('callqueue.c');
    await vscode.window.showTextDocument(source, { viewColumn: vscode.ViewColumn.Beside });
    await eventually('lenses', async () => (await lensesOf(source)).length > 0);
    await setting('off');
    await eventually('no lenses', async () => (await lensesOf(source)).length === 0);
    await setting(undefined);
    await eventually('lenses', async () => (await lensesOf(source)).length > 0);
  });
});

async function openTrace(): Promise<void> {
  const trace = file('callqueue.tf');
  await vscode.commands.executeCommand('tracefile.open', trace);
  await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
}

async function lensesOf(source: vscode.Uri): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    source,
    1000,
  );
  return lenses.filter(({ command }) => command?.command === 'tracefile.goToHit');
}

function hitsIn(lenses: readonly vscode.CodeLens[]): number {
  return lenses.reduce((sum, { command }) => {
    const [, frames = '0'] = /^hit in (\d+) frames?$/.exec(command?.title ?? '') ?? [];
    return sum + Number(frames);
  }, 0);
}

async function hoverAt(source: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    source,
    position,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .join('\n');
}

async function run(lens: vscode.CodeLens | undefined): Promise<void> {
  const { command = '', arguments: given = [] } = lens?.command ?? {};
  await vscode.commands.executeCommand(command, ...(given as unknown[]));
}

async function position(): Promise<string> {
  return evaluate('$trace_frame');
}

async function evaluate(expression: string): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  const body: unknown = await session.customRequest('evaluate', { expression });
  return (body as { result: string }).result;
}

async function setting(style: string | undefined): Promise<void> {
  const section = vscode.workspace.getConfiguration('tracefile');
  await section.update('sourceHits', style, vscode.ConfigurationTarget.Global);
}
