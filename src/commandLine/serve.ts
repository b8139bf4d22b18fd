// Serves a trace to gdb: at a port, or on standard input and output for gdb's
// `target remote | gdb-tracefile serve trace.tf`.
import { t } from '@vscode/l10n';
import { dirname, resolve } from 'node:path';
import { RequestFailed } from '../bytes/requestFailed';
import { raceAbort } from '../bytes/source';
import { listen, streamConnection } from '../platform/connection';
import { filesOnDisk, openFile } from '../platform/fileSource';
import { Clients, serveTrace } from '../remote/serve/serveTrace';
import { openTraceFile } from '../trace/openTraceFile';
import { baseName, tracePath } from '../trace/paths';
import { useFoundProgram } from '../trace/programSearch';
import { Trace } from '../trace/trace';
import { exitCodes, onlyTrace, UsageProblem, type Invocation } from './command';
import { openProgramOnDisk, programsIn } from './nodeHost';
import { readProgram } from './openedTrace';

/** `serve`. What it says goes to the standard error: the standard output may be the connection. */
export async function serve(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const port = options.number('port');
  if (port !== undefined && port > 65535) {
    throw new UsageProblem(t('“{0}” is no port: 0 to 65535.', port));
  }
  const path = tracePath(resolve(onlyTrace(invocation)));
  const source = await openTraceFile(filesOnDisk, path);
  if ('problem' in source) throw new RequestFailed(source.problem);
  const opened = await Trace.open(source, baseName(path));
  if ('problem' in opened) throw new RequestFailed(opened.problem);
  const { trace } = opened;
  await usePrograms(trace, path, invocation);
  if (port === undefined) {
    const { closed } = serveTrace(trace, streamConnection(process.stdin, process.stdout), openFile);
    await raceAbort(closed, signal);
    return exitCodes.done;
  }
  // gdb waits two seconds for an answer: what takes long is done before.
  await trace.recording.indexed;
  const clients = new Clients(trace, openFile);
  const listening = await listen(options.text('host') ?? '127.0.0.1', port, (connection) => {
    clients.serve(connection);
  });
  await output.reportError(
    t('Waiting for gdb: {0}', `target remote ${listening.host}:${listening.port}`),
  );
  await raceAbort(new Promise<never>(() => undefined), signal);
  return exitCodes.done;
}

/** Uses the programs named, or those found next to the trace; says what came of it. */
async function usePrograms(
  trace: Trace,
  path: string,
  { options, output }: Invocation,
): Promise<void> {
  const named = options.texts('program').map(readProgram);
  if (named.length === 0) {
    await useFoundProgram(trace, await programsIn([dirname(path)]), openProgramOnDisk);
    await output.reportError(trace.modules.traced.explanation);
  }
  for (const [index, { program, slide: written }] of named.entries()) {
    const slide = written === undefined ? undefined : BigInt.asUintN(64, BigInt(written));
    const opened = await openProgramOnDisk(resolve(program));
    if ('problem' in opened) await output.reportError(opened.problem);
    else if (index === 0)
      await output.reportError((await trace.modules.use(opened, slide)).explanation);
    else await output.reportError((await trace.modules.add(opened, slide)).explanation);
  }
}
