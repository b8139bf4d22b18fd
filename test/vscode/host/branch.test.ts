// Branch traces: opened by their name, debugged both ways, recorded from a target of the tests'
// own.
import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { StubTarget } from '../../unit/remote/client/stubTarget';
import { runningBranchTarget } from '../../unit/remote/client/branchTarget';
import { closeEverything, debug, eventually, file, isStopped, tabsOf } from './workspace';

const folder = () => file('branches');
const trace = () => file('branches/tree.btrace');
const source = () => file('branches/tree.c');

describe('a branch trace', () => {
  before(async () => {
    const extension = vscode.extensions.getExtension('gdb-trace-files.gdb-tracefile');
    assert.ok(extension, 'no extension');
    for (const name of ['tree', 'tree.btrace', 'tree.c']) {
      const recorded = vscode.Uri.joinPath(extension.extensionUri, 'test/corpus/branches', name);
      await vscode.workspace.fs.copy(recorded, file(`branches/${name}`), { overwrite: true });
    }
  });

  afterEach(async () => {
    await closeEverything();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  });

  after(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

  it('opens in its editor by its name', async () => {
    await vscode.commands.executeCommand('vscode.open', trace());
    await eventually('the editor', () => tabsOf(trace()).includes('custom 1'));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, 'tracefile.branch');
  });

  it('is debugged from its tab, to breakpoints and back', async () => {
    const line = (at: number) => new vscode.Location(source(), new vscode.Position(at - 1, 0));
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(line(15))]);
    await vscode.commands.executeCommand('vscode.open', trace());
    await eventually('the editor', () => tabsOf(trace()).length > 0);
    const started: vscode.DebugSession[] = [];
    const subscription = vscode.debug.onDidStartDebugSession((session) => started.push(session));
    const press = () => vscode.commands.executeCommand('tracefile.branch.debug');
    await Promise.all([press(), press()]);
    await stopsAt(1);
    await press();
    assert.equal(started.length, 1);
    subscription.dispose();
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stopsAt(44);
    assert.deepEqual((await stack()).slice(0, 2), ['factorial:15', 'factorial:16']);
    await vscode.commands.executeCommand('workbench.action.debug.stepBack');
    await eventually('a step back', async () => (await position()) < 44);
    await vscode.commands.executeCommand('tracefile.branch.previousCall');
    await stopsAt(38);
    await vscode.commands.executeCommand('workbench.action.debug.reverseContinue');
    await stopsAt(1);
  });

  it('has breakpoints without conditions, and says so where one is set', async () => {
    await debug({ trace: trace().fsPath });
    await stopsAt(1);
    const asked: unknown = await vscode.debug.activeDebugSession?.customRequest('setBreakpoints', {
      source: { path: source().fsPath },
      breakpoints: [
        { line: 15, condition: 'n == 1' },
        { line: 15, hitCondition: '2' },
      ],
    });
    const { breakpoints } = asked as { breakpoints: { verified: boolean; message: string }[] };
    assert.deepEqual(
      breakpoints.map(({ verified }) => verified),
      [false, false],
    );
    assert.match(breakpoints[0]?.message ?? '', /no values/);
    assert.match(breakpoints[1]?.message ?? '', /neither count hits nor log messages/);
  });

  it('is recorded from a target until somebody stops it, and shown', async () => {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(trace()));
    const target = runningBranchTarget(text);
    const server = await serving(target);
    const recorded = file('branches/recorded.btrace');
    try {
      const recording = vscode.commands.executeCommand('tracefile.branch.record', {
        target: addressOf(server),
        file: recorded.fsPath,
      });
      await eventually('the run', () => target.packets.includes('vCont;c'));
      await vscode.commands.executeCommand('tracefile.branch.stopRecording');
      await recording;
      await eventually('the editor', () => tabsOf(recorded).length > 0);
      const kept = new TextDecoder().decode(await vscode.workspace.fs.readFile(recorded));
      assert.equal(kept, text);
      assert.deepEqual(target.packets.slice(-2), ['Qbtrace:off', 'D']);
    } finally {
      server.close();
    }
  });

  it('is not recorded from a target that offers none', async () => {
    const target = new StubTarget();
    const server = await serving(target);
    const recorded = file('branches/none.btrace');
    try {
      await vscode.commands.executeCommand('tracefile.branch.record', {
        target: addressOf(server),
        file: recorded.fsPath,
      });
      await eventually('the end of the connection', () => target.isClosed);
      assert.ok(!target.packets.some((packet) => packet.startsWith('Qbtrace')));
      await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(recorded)));
    } finally {
      server.close();
    }
  });
});

/** A target at a port of this machine. */
async function serving(target: StubTarget): Promise<Server> {
  const server = createServer((socket) => {
    target.transport.onBytes((bytes) => socket.write(bytes));
    target.transport.onClose(() => socket.end());
    socket.on('data', (bytes) => {
      target.transport.write(bytes);
    });
    socket.on('close', () => {
      target.close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function addressOf(server: Server): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function position(): Promise<number> {
  const body: unknown = await vscode.debug.activeDebugSession?.customRequest('threads');
  const [thread] = (body as { threads: { name: string }[] } | undefined)?.threads ?? [];
  return Number(/instruction (\d+)/.exec(thread?.name ?? '')?.[1]);
}

async function stopsAt(instruction: number): Promise<void> {
  await eventually(`instruction ${instruction}`, async () => {
    return isStopped() && (await position()) === instruction;
  });
}

async function stack(): Promise<string[]> {
  const session = vscode.debug.activeDebugSession;
  const body: unknown = await session?.customRequest('stackTrace', { threadId: 1 });
  const { stackFrames } = body as { stackFrames: { name: string; line: number }[] };
  return stackFrames.map(({ name, line }) => `${name}:${line}`);
}
