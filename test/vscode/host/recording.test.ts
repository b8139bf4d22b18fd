// Tracepoints are planned in the source, recorded with gdbserver, and the trace is there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { addingLine, buildProgram, crashingLine, type TracedProgram } from './tracedProgram';
import { closeEverything, debug, eventually } from './workspace';

let program: TracedProgram;

describe('recording', () => {
  before(async () => {
    program = await buildProgram('traced');
  });

  afterEach(async () => {
    await closeEverything();
    await vscode.commands.executeCommand('tracefile.leaveRecording', 'kill');
    const { source } = program;
    for (const lineNumber of [1, 5, 6, 7, 8, 9]) {
      await vscode.commands.executeCommand('tracefile.removeTracepoint', {
        uri: source,
        lineNumber,
      });
    }
  });

  it('goes from a line of the source to the frames of all its hits', async () => {
    await addTracepoint(addingLine);
    const recorded = await record(program.path);
    assert.match(recorded.path, /traced-\d{4}-\d\d-\d\d-\d{6}\.tf$/);
    await debugTrace(recorded);
    assert.equal(await evaluate('$trace_frame'), '0');
    assert.equal(await evaluate('n'), '0');
    assert.equal(await evaluate('tfind 19', 'repl').then(() => evaluate('twice')), '38');
    assert.equal(await evaluate('name'), '0x555555556004 "gdb"');
    const frames = await stackFrames();
    assert.deepEqual(frames, [`work:${addingLine}`, 'main:11']);
    await assert.rejects(evaluate('tfind 20', 'repl'), /failed to find requested trace frame/);
  });

  it('ends where a signal stops the program, and says where', async () => {
    await addTracepoint(addingLine);
    const shown = recordedTrace();
    const crashing = target(program.path, `${program.path} crash`);
    await vscode.commands.executeCommand('tracefile.recordTrace', crashing);
    await debugTrace(await shown);
    const note = `The program was stopped by SIGSEGV at traced.c:${crashingLine} (main).`;
    const status = await evaluate('tstatus', 'repl');
    assert.ok(status.includes(note), status);
  });

  it('follows the source as it is edited', async () => {
    await addTracepoint(addingLine);
    const editor = await vscode.window.showTextDocument(program.source);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), '// one\n// two\n');
    });
    // The tracepoint is two lines further down: this one takes it away, and nothing is left to
    // record.
    await vscode.commands.executeCommand('tracefile.removeTracepoint', {
      uri: program.source,
      lineNumber: addingLine + 2,
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const before = tracesShown().length;
    await vscode.commands.executeCommand('tracefile.recordTrace', target(program.path));
    assert.equal(tracesShown().length, before);
  });

  it('is taken up again after its connection ended', async () => {
    await addTracepoint(addingLine);
    const server = await listeningServer(program.path);
    const asked = { target: server.address, program: program.path };
    try {
      await vscode.commands.executeCommand('tracefile.recordTrace', asked);
      await vscode.commands.executeCommand('tracefile.leaveRecording', 'disconnect');
      await eventually('hits', () => existsSync(madeBy(program.path)));
      // Whether to follow the run that goes on is asked: the first answer does.
      await answerNotification('tracefile.recordTrace', asked);
      await vscode.commands.executeCommand('tracefile.stopRecording');
      await debugTrace(await recordedTrace());
      assert.match(await evaluate('tstatus', 'repl'), /Collected \d\d+ trace frames/);
    } finally {
      await vscode.commands.executeCommand('tracefile.leaveRecording', 'kill');
      server.process.kill();
    }
  });

  it('is a debug session by attach, of the tracepoints of the workspace', async () => {
    await addTracepoint(addingLine);
    await debug({ request: 'attach', leave: 'kill', ...target(program.path) });
    assert.equal(await evaluate('$trace_frame'), '0');
    assert.equal(await evaluate('twice'), '0');
  });

  it('is seen while it goes on, and its file stays when the target is gone', async () => {
    await addTracepoint(addingLine);
    await vscode.commands.executeCommand(
      'tracefile.recordTrace',
      target(program.path, `${program.path} forever ${program.path}-seen`),
    );
    await eventually('the growing trace', () => tracesShown().length > 0);
    const [growing] = tracesShown();
    assert.ok(growing);
    const { size } = statSync(growing.fsPath);
    await eventually('more frames', () => statSync(growing.fsPath).size > size);
    await vscode.commands.executeCommand('tracefile.leaveRecording', 'kill');
    const head = readFileSync(growing.fsPath, 'latin1').slice(0, headLength);
    assert.ok(head.includes('\nstatus 1;'), head);
    await debugTrace(growing);
    await evaluate('tfind 10', 'repl');
    assert.equal(await evaluate('n'), '10');
  });

  it('is stopped by a person, and leaves the program as it is told', async () => {
    await addTracepoint(addingLine);
    const shown = recordedTrace();
    const made = `${program.path}-stopped`;
    await vscode.commands.executeCommand(
      'tracefile.recordTrace',
      target(program.path, `${program.path} forever ${made}`),
    );
    await eventually('hits', () => existsSync(made));
    await vscode.commands.executeCommand('tracefile.stopRecording');
    const recorded = await shown;
    await debugTrace(recorded);
    const status = await evaluate('tstatus', 'repl');
    assert.match(status, /Trace stopped by a tstop command/);
    const count = Number(/Collected (\d+) trace frames/.exec(status)?.[1]);
    assert.ok(count > 20, status);
    await vscode.commands.executeCommand('tracefile.leaveRecording', 'kill');
  });
});

/** The file that a listening server's program makes after its first hits. */
const madeBy = (path: string) => `${path}-listening`;

/** gdbserver at a port, with a program that goes on. */
async function listeningServer(path: string) {
  const server = spawn('gdbserver', ['--multi', 'localhost:0', path, 'forever', madeBy(path)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await eventually('gdbserver', () => /Listening on port (\d+)\n/.test(said));
  const port = /Listening on port (\d+)\n/.exec(said)?.[1] ?? '';
  return { process: server, address: `localhost:${port}` };
}

/** Runs a command that asks, and takes the first answer, until the command has it. */
async function answerNotification(command: string, argument: object): Promise<void> {
  // What is shown already has first answers too.
  await vscode.commands.executeCommand('notifications.clearAll');
  let isAnswered = false;
  void vscode.commands.executeCommand(command, argument).then(() => {
    isAnswered = true;
  });
  await eventually('the answer', async () => {
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    return isAnswered;
  });
}

function target(path: string, command = path) {
  return { target: `| gdbserver --once - ${command}`, program: path };
}

async function addTracepoint(lineNumber: number): Promise<void> {
  const { source } = program;
  await vscode.commands.executeCommand('tracefile.addTracepoint', { uri: source, lineNumber });
}

/** Records until the program ends, and gives the trace that is shown then. */
async function record(path: string): Promise<vscode.Uri> {
  const shown = recordedTrace();
  await vscode.commands.executeCommand('tracefile.recordTrace', target(path));
  return shown;
}

function tracesShown(): vscode.Uri[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [input.uri] : [])),
  );
}

/** The trace that is shown once its run is over; until then it may be shown as it grows. */
async function recordedTrace(): Promise<vscode.Uri> {
  const isOver = (trace: vscode.Uri) =>
    readFileSync(trace.fsPath, 'latin1').slice(0, headLength).includes('\nstatus 0;');
  await eventually('the recorded trace', () => tracesShown().some(isOver));
  const trace = tracesShown().find(isOver);
  assert.ok(trace);
  return trace;
}

/** Characters that hold a description. */
const headLength = 100_000;

async function debugTrace(trace: vscode.Uri): Promise<void> {
  await debug({ trace: trace.fsPath, program: program.path });
}

async function evaluate(expression: string, context?: string): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  const body: unknown = await session.customRequest('evaluate', {
    expression,
    ...(context !== undefined && { context }),
  });
  return (body as { result: string }).result;
}

async function stackFrames(): Promise<string[]> {
  const session = vscode.debug.activeDebugSession;
  const body: unknown = await session?.customRequest('stackTrace', { threadId: 1 });
  const { stackFrames: frames } = body as { stackFrames: { name: string; line: number }[] };
  return frames.slice(0, 2).map(({ name, line }) => `${name}:${line}`);
}
