// Commands, pickers and what VS Code itself shows of a stop, inside the extension host.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  accepting,
  closeEverything,
  debug,
  eventually,
  file,
  isStopped,
  tabsOf,
  textFile,
  traceCopy,
} from './workspace';

describe('looking at a stop', () => {
  afterEach(closeEverything);

  it('gives VS Code’s own memory view what can be read, and never an error', async () => {
    await debug({ trace: file('callqueue.tf').fsPath, frame: 8 });
    const { memoryReference, value } = await register('rip');
    assert.equal(memoryReference, value);
    const code = await stockMemory(value, 16);
    assert.ok(
      code.some((byte) => byte !== 0),
      'code of the program',
    );
    assert.equal((await stockMemory('0x10', 16)).length, 0);
    const [range] = await collected();
    assert.ok(range?.memoryReference);
    const whole = await stockMemory(range.memoryReference, 4096);
    assert.equal(whole.length, parseInt(range.value, 10));
    const { unreadableBytes } = await request<{ unreadableBytes?: number }>('readMemory', {
      memoryReference: range.memoryReference,
      count: 0,
    });
    assert.equal(unreadableBytes, undefined);
  });

  it('lists the program as a module, and its sources as loaded', async () => {
    await debug({ trace: file('callqueue.tf').fsPath });
    const { modules } = await request<{ modules: { name: string }[] }>('modules', {});
    assert.deepEqual(
      modules.map(({ name }) => name),
      ['callqueue'],
    );
    const { sources } = await request<{ sources: { path: string }[] }>('loadedSources', {});
    assert.ok(sources.some(({ path }) => path.endsWith(file('callqueue.c').path)));
  });

  it('keeps several traces that are debugged at once apart', async () => {
    const other = await traceCopy('second.tf');
    const first = await debug({ trace: file('callqueue.tf').fsPath, frame: 3 });
    const second = await debug({ trace: other.fsPath, frame: 7 });
    assert.notEqual(first.id, second.id);
    await first.customRequest('setValueFormat', { format: 'hexadecimal' });
    assert.equal(await evaluateIn(first, '$trace_frame'), '0x3');
    assert.equal(await evaluateIn(second, '$trace_frame'), '7');
    await second.customRequest('next', { threadId: 1 });
    await eventually('the second to move', async () => {
      return (await evaluateIn(second, '$trace_frame')) !== '7';
    });
    assert.equal(await evaluateIn(first, '$trace_frame'), '0x3');
  });
});

describe('the commands', () => {
  afterEach(closeEverything);

  it('open a file that is given, whatever its name', async () => {
    const trace = await traceCopy('run.trace');
    await vscode.commands.executeCommand('tracefile.open', trace);
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
  });

  it('open the sample that comes with the extension', async () => {
    const extension = vscode.extensions.getExtension('gdb-trace-files.gdb-tracefile');
    assert.ok(extension);
    const sample = vscode.Uri.joinPath(extension.extensionUri, 'samples', 'callqueue.tf');
    await vscode.commands.executeCommand('tracefile.openSample');
    await eventually('the sample', () => tabsOf(sample).includes('custom 1'));
  });

  it('pick a trace of the workspace, the one that is shown first', async () => {
    const shown = await traceCopy('shown.tf');
    await vscode.commands.executeCommand('tracefile.open', shown);
    await eventually('the trace editor', () => tabsOf(shown).includes('custom 1'));
    assert.equal(await picking('tracefile.pickTrace'), shown.fsPath);
  });

  it('pick a program, the one that agrees with the trace first', async () => {
    const configuration = { trace: file('callqueue.tf').fsPath };
    const picked = await picking('tracefile.pickProgram', configuration);
    assert.equal(picked, file('callqueue').fsPath);
  });

  it('fill in a launch that names a picker', async () => {
    const shown = file('callqueue.tf');
    await vscode.commands.executeCommand('tracefile.open', shown);
    await eventually('the trace editor', () => tabsOf(shown).includes('custom 1'));
    // Asked again where a page took the focus, and the picker with it.
    await eventually('the session', async () => {
      const started = vscode.debug.startDebugging(undefined, {
        type: 'tracefile',
        request: 'launch',
        name: 'picked',
        trace: '${command:tracefile.pickTrace}',
        program: '${command:PickProgram}',
      });
      return answered(started);
    });
    await eventually('the debugger', () => isStopped());
    const { configuration } = vscode.debug.activeDebugSession ?? {};
    assert.equal(configuration?.['trace'], shown.fsPath);
    assert.match(String(configuration['program']), /callqueue$/);
  });

  it('are all there, and all in the manifest', async () => {
    const extension = vscode.extensions.getExtension('gdb-trace-files.gdb-tracefile');
    const { contributes } = extension?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const known = new Set(await vscode.commands.getCommands());
    for (const { command } of contributes.commands) assert.ok(known.has(command), command);
  });
});

describe('a peripheral viewer', () => {
  afterEach(closeEverything);

  // What one reads: mcu-debug/peripheral-viewer takes `svdPath` from the configuration, and the
  // registers by `readMemory` in blocks.
  it('finds the SVD file and the collected registers of a session', async () => {
    const trace = file('callqueue.tf').fsPath;
    const session = await debug({ trace, frame: 8, svdPath: '${workspaceFolder}/device.svd' });
    assert.equal(session.configuration['svdPath'], file('device.svd').fsPath);
    const queue = await blockAt(session, 0x404160, 12);
    assert.equal(queue.unreadableBytes ?? 0, 0);
    assert.equal(Buffer.from(queue.data ?? '', 'base64').length, 12);
    const peripheral = await blockAt(session, 0x40020000, 64);
    assert.deepEqual([peripheral.data ?? '', peripheral.unreadableBytes], ['', 64]);
  });
});

describe('the Natvis files of the workspace', () => {
  afterEach(closeEverything);

  it('say how values are shown, again when they change, and are in the list of problems', async () => {
    const natvis = (text: string) =>
      `<AutoVisualizer>\n<Type Name="queue">\n<DisplayString>${text}</DisplayString>\n</Type>\n` +
      '</AutoVisualizer>';
    const shapes = await textFile('shapes.natvis', natvis('{waiting,d} wait'));
    try {
      const session = await debug({ trace: file('callqueue.tf').fsPath, frame: 8 });
      const reads = (text: string) =>
        eventually(
          text,
          async () => (await evaluateIn(session, '*(struct queue *) 0x4040a0')) === text,
        );
      await reads('1 wait');
      await textFile('shapes.natvis', natvis('{nothing}'));
      // It is found when a value is shown.
      await eventually('a problem', async () => {
        await evaluateIn(session, '*(struct queue *) 0x4040a0');
        const [problem] = vscode.languages.getDiagnostics(shapes);
        const isFound = problem?.message === 'No symbol "nothing" in current context.';
        return isFound && problem.range.start.line === 2;
      });
      await textFile('shapes.natvis', natvis('a queue'));
      await reads('a queue');
      assert.deepEqual(vscode.languages.getDiagnostics(shapes), []);
    } finally {
      await vscode.workspace.fs.delete(shapes);
    }
  });
});

interface Block {
  readonly data?: string;
  readonly unreadableBytes?: number;
}

async function blockAt(
  session: vscode.DebugSession,
  address: number,
  count: number,
): Promise<Block> {
  const memoryReference = `0x${address.toString(16)}`;
  return (await session.customRequest('readMemory', { memoryReference, count })) as Block;
}

async function request<T>(command: string, args: object): Promise<T> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  return (await session.customRequest(command, args)) as T;
}

async function evaluateIn(session: vscode.DebugSession, expression: string): Promise<string> {
  const body: unknown = await session.customRequest('evaluate', { expression, context: 'watch' });
  return (body as { result: string }).result;
}

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly memoryReference?: string;
  readonly variablesReference: number;
}

async function scope(name: string): Promise<Variable[]> {
  const item = vscode.debug.activeStackItem;
  assert.ok(item instanceof vscode.DebugStackFrame);
  const { frameId } = item;
  const { scopes } = await request<{ scopes: Variable[] }>('scopes', { frameId });
  return children(scopes.find((each) => each.name === name));
}

async function children(of: Variable | undefined): Promise<Variable[]> {
  const { variablesReference } = of ?? {};
  const { variables } = await request<{ variables: Variable[] }>('variables', {
    variablesReference,
  });
  return variables;
}

async function register(name: string): Promise<Variable> {
  const [general] = await scope('Registers');
  const found = (await children(general)).find((each) => each.name === name);
  assert.ok(found, name);
  return found;
}

function collected(): Promise<Variable[]> {
  return scope('Collected Memory');
}

/**
 * What VS Code's file system for memory, on which its memory view stands, reads: up to the first
 * gap.
 */
async function stockMemory(memoryReference: string, count: number): Promise<Uint8Array> {
  const session = vscode.debug.activeDebugSession?.id ?? '';
  const uri = `vscode-debug-memory://${session}/${memoryReference}/memory.bin?range=0:${count}`;
  return vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
}

/**
 * Runs a command that asks, and takes the first item each time; again where a page took the focus,
 * and the picker with it.
 */
async function picking(command: string, ...args: unknown[]): Promise<unknown> {
  let picked: unknown;
  await eventually('the item', async () => {
    picked = await answered(vscode.commands.executeCommand(command, ...args));
    return picked !== undefined;
  });
  return picked;
}

/** What a command gives that asks, with the first answers. */
async function answered<T>(asked: Thenable<T>): Promise<T> {
  let isDone = false;
  const done = (): void => {
    isDone = true;
  };
  asked.then(done, done);
  await accepting('the answer', () => isDone);
  return asked;
}
