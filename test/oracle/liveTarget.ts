// Runs on a real gdbserver, recorded by gdb and by this project. What gdb defined is taken from the
// file that it saved, so that both record the same.
import type { Recording } from '../../src/trace/recording';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { MemorySource } from '../../src/bytes/source';
import { connectTarget } from '../../src/platform/targetConnection';
import { readTargetAddress } from '../../src/platform/targetAddress';
import { connectRecording } from '../../src/remote/client/liveRecording';
import { openTargetPrograms } from '../../src/remote/client/target';
import type { Downloaded, Experiment, TargetRecording } from '../../src/remote/client/recording';
import type { DefinitionPacket } from '../../src/remote/packets/definitions';
import { tracepointPieces, uploadedVariables } from '../../src/remote/serve/traceServer';
import type { RecordingPlan } from '../../src/remote/record/plan';
import { prepareForTarget } from '../../src/remote/record/prepareForTarget';
import { openProgram } from '../../src/symbols/openProgram';
import type { OpenedProgram } from '../../src/trace/moduleManager';
import { TraceModule } from '../../src/trace/traceModule';
import { Trace } from '../../src/trace/trace';
import { askGdb } from './askGdb';

/** The folder of the programs and of the commands that recorded them. */
export const folder = path.join(import.meta.dirname, '../corpus/extra/x86_64');

/** gdb gives a target two seconds for an answer, which on a busy machine are few. */
const patient = 'set remotetimeout 500';

/** What gdb saves of a run of the corpus that is done again on this machine. */
export async function recordWithGdb(name: string): Promise<Uint8Array> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'record-gdb-'));
  try {
    const saved = path.join(scratch, 'saved.tf');
    const commands = readFileSync(path.join(folder, `${name}.rec.gdb`), 'utf8')
      .replace(/^(set \$trace = .*|source .*|tfind none)$/gm, '')
      .replace(/^tsave .*$/m, `tsave ${saved}`);
    const script = path.join(scratch, 'record.gdb');
    writeFileSync(script, commands);
    const child = spawn(
      'gdb',
      ['-q', '-nx', '-batch', '-ex', patient, '-x', script, programOf(name)],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: 500_000,
        env: { ...process.env, LC_ALL: 'C' },
      },
    );
    await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return readFileSync(saved);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The program of a recording of the corpus. */
export function programOf(name: string): string {
  return `./${name.split('.')[0] ?? ''}`;
}

/** A target of `target remote`'s kind. */
export async function connect(target: string): Promise<TargetRecording> {
  const address = readTargetAddress(target);
  if ('problem' in address) throw new Error(address.problem);
  const connected = await connectTarget(address);
  if ('problem' in connected) throw new Error(connected.problem);
  const { connection, reliable } = connected;
  const opened = await connectRecording(connection, { reliable });
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.recording;
}

const running = new Set<Server>();

/** Ends the servers of tests that failed before they did. */
export function stopServers(): void {
  for (const server of running) server.stop();
}

/** A gdbserver that waits at a port of this machine. */
export interface Server {
  /** For `target remote`. */
  readonly target: string;
  /** Ends it, and its program. */
  stop(): void;
}

/** A gdbserver with a program of the corpus that has not begun, and which outlives connections. */
function startServer(name: string): Promise<Server> {
  const words = ['--wrapper', 'env', '-i', '--', 'localhost:0', programOf(name)];
  const child = spawn('gdbserver', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.on('error', reject);
    child.on('exit', () => {
      reject(new Error(said));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /Listening on port (\d+)\n/.exec(said)?.[1];
      if (port !== undefined) {
        const server = { target: `localhost:${port}`, stop: () => child.kill() };
        running.add(server);
        child.on('exit', () => running.delete(server));
        resolve(server);
      }
    });
  });
}

/**
 * A gdbserver whose program stands in `main`, where gdb brought it and left: a program that stood
 * for gdb has other remains of the dynamic linker on its stack and in its vector registers than one
 * that did not.
 */
export async function startAtMain(name: string): Promise<Server> {
  const server = await startServer(name);
  const commands = ['set sysroot /', `target remote ${server.target}`];
  commands.push('break main', 'continue', 'delete', 'disconnect');
  await askGdb('gdb', path.join(folder, programOf(name)), commands);
  return server;
}

async function openReadProgram(file: string): Promise<OpenedProgram | { problem: string }> {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  return 'problem' in opened ? opened : { ...opened, dispose: () => undefined };
}

/** Starts a plan on a target that has the program of a file; gives the program. */
export async function startPlan(
  recording: TargetRecording,
  file: string,
  plan: RecordingPlan,
): Promise<OpenedProgram> {
  const opened = await openReadProgram(file);
  if ('problem' in opened) throw new Error(opened.problem);
  const module = new TraceModule(
    opened.program,
    await recording.target.slideOf(opened.program),
    '',
  );
  const prepared = await prepareForTarget(plan, recording.target, [module], () => {
    throw new Error('nothing is decoded');
  });
  if ('problem' in prepared) throw new Error(prepared.problem);
  const { definitions } = prepared;
  const openLoaded = () =>
    openTargetPrograms(recording.target, file, openReadProgram, (path) =>
      Promise.resolve(existsSync(path)),
    );
  const outcome = await recording.start({ definitions, programs: [module], openLoaded });
  if (outcome) throw new Error(outcome.problem);
  return opened;
}

/** The experiment that a trace file describes, with the program where it lies now. */
export async function experimentOf(
  trace: Trace,
  name: string,
  recording: TargetRecording,
): Promise<Experiment> {
  const file = path.join(folder, programOf(name));
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const slide = await recording.target.slideOf(opened.program);
  return {
    definitions: await definitionsOf(trace.recording),
    programs: [new TraceModule(opened.program, slide, '')],
  };
}

async function definitionsOf(recording: Recording): Promise<DefinitionPacket[]> {
  const stepping = new Set<string>();
  const pieces = await tracepointPieces(recording);
  const tracepoints = [...pieces].flatMap((piece): DefinitionPacket[] => {
    const key = `${piece.number}@${piece.address}`;
    switch (piece.piece) {
      case 'T':
        return [{ ...piece, kind: 'define-tracepoint', more: true }];
      case 'A':
        return [{ ...piece, kind: 'define-actions', more: true }];
      case 'S': {
        const opensStepping = !stepping.has(key);
        stepping.add(key);
        const { number, address, actions } = piece;
        const stepped = { number, address, more: true, opensStepping };
        return opensStepping
          ? [{ ...stepped, kind: 'define-actions', actions: [], steppingActions: actions }]
          : [{ ...stepped, kind: 'define-actions', actions, steppingActions: [] }];
      }
      case 'Z':
        return [{ ...piece, kind: 'define-source' }];
      case 'V':
        return [];
    }
  });
  const variables = [...uploadedVariables(recording)]
    .filter(({ builtin }) => !builtin)
    .map((variable): DefinitionPacket => ({ ...variable, kind: 'define-variable' }));
  return [...variables, ...tracepoints];
}

/** Downloads a run that is over, and opens the file. */
export async function downloaded(
  recording: TargetRecording,
): Promise<{ trace: Trace; bytes: Uint8Array; result: Downloaded }> {
  const pieces: Uint8Array[] = [];
  const result = await recording.download({
    write: (bytes) => {
      pieces.push(bytes.slice());
      return Promise.resolve();
    },
  });
  if ('problem' in result) throw new Error(result.problem);
  const bytes = Buffer.concat(pieces);
  return { trace: await openTrace(bytes), bytes, result };
}

/** A trace whose frames are all known. */
export async function openTrace(bytes: Uint8Array): Promise<Trace> {
  const opened = await Trace.open(new MemorySource(bytes), 'recorded.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

/** Waits until the run is over. */
export async function ended(recording: TargetRecording): Promise<void> {
  await new Promise<void>((resolve) => {
    if (recording.status.phase !== 'tracing') resolve();
    recording.onDidChangeStatus(({ phase }) => {
      if (phase !== 'tracing') resolve();
    });
  });
}
