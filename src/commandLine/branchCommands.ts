// The command about branch traces: their calls or instructions as a table.
import type { AdapterHost } from '../adapter/host';
import { executionOf } from '../adapter/branch/launch';
import { RequestFailed } from '../bytes/requestFailed';
import { readClockRates } from '../format/intelPt/clock';
import type { BranchTrace } from '../trace/branch/branchTrace';
import {
  exportBranches,
  rowCount,
  type BranchExportFormat,
  type BranchRows,
} from '../trace/branch/exportBranches';
import type { ModuleState } from '../trace/moduleManager';
import type { Sink } from '../trace/export/sink';
import { exitCodes, onlyArgument, UsageProblem, type Invocation } from './command';
import { nodeHost, openProgramOnDisk } from './nodeHost';
import { readProgram } from './openedTrace';

/** Formats as they are typed. */
const formats = new Map<string, BranchExportFormat>([
  ['csv', 'csv'],
  ['jsonl', 'jsonLines'],
  ['markdown', 'markdown'],
]);
const rows = new Map<string, BranchRows>([
  ['calls', 'calls'],
  ['instructions', 'instructions'],
]);

/** `branches`. */
export async function writeBranches(invocation: Invocation) {
  const { options, output } = invocation;
  const what = {
    rows: oneOf(rows, '--rows', options.text('rows') ?? 'calls'),
    format: options.has('json')
      ? ('jsonLines' as const)
      : oneOf(formats, '--format', options.text('format') ?? 'csv'),
  };
  const path = options.text('output');
  await withBranchTrace(invocation, async (trace) => {
    const execution = await executionOf(trace);
    const { signal } = invocation;
    const count = rowCount(execution, what.rows);
    const onProgress = (done: number) => {
      output.progress({ done: done, total: count });
    };
    const write = (sink: Sink, run: { onProgress?: typeof onProgress }) =>
      exportBranches(trace, execution, what, sink, { signal, ...run });
    if (path === undefined) {
      const decoder = new TextDecoder();
      await write({ write: (bytes) => output.write(decoder.decode(bytes, { stream: true })) }, {});
      return;
    }
    const { FileSink } = await import('../platform/fileSink');
    await FileSink.save(path, async (sink) => {
      if (!(await write(sink, { onProgress }))) throw new RequestFailed('cancelled');
    });
    await output.reportError(`${count} ${what.rows} written to ${path}.`);
  });
  return exitCodes.done;
}

function oneOf<Meant>(known: ReadonlyMap<string, Meant>, option: string, typed: string): Meant {
  const meant = known.get(typed);
  if (meant !== undefined) return meant;
  throw new UsageProblem(`${option} is one of ${[...known.keys()].join(', ')}.`);
}

async function withBranchTrace(
  invocation: Invocation,
  work: (trace: BranchTrace) => Promise<void>,
): Promise<void> {
  const named = onlyArgument(invocation, 'branch trace');
  const clock = invocation.options.text('clock');
  const rates = clock === undefined ? undefined : readClockRates(clock);
  if (clock !== undefined && !rates) {
    throw new UsageProblem('--clock is MTC_FREQ EBX/EAX NOM_FREQ, as in "3 168/2 24".');
  }
  const host = nodeHost(process.cwd(), openProgramOnDisk, rates);
  const path = host.resolve(named);
  const lease = await host.acquireBranchTrace(path);
  if ('problem' in lease) throw new RequestFailed(lease.problem);
  try {
    await choosePrograms(lease.trace, path, host, invocation);
    await work(lease.trace);
  } finally {
    lease.dispose();
  }
}

async function choosePrograms(
  trace: BranchTrace,
  path: string,
  host: AdapterHost,
  { options, output }: Invocation,
): Promise<void> {
  const reportUnlessSure = async ({ state, doubtful, explanation }: ModuleState) => {
    if (state !== 'placed' || doubtful === true) await output.reportError(explanation);
  };
  const [first, ...further] = options.texts('program').map(readProgram);
  if (first === undefined) await host.findBranchProgram(trace, path);
  for (const [index, { program, slide }] of [...(first ? [first] : []), ...further].entries()) {
    const opened = await host.openProgram(host.resolve(program));
    if ('problem' in opened) throw new RequestFailed(opened.problem);
    const at = slide === undefined ? undefined : BigInt(slide);
    const add = index === 0 ? 'use' : 'add';
    await reportUnlessSure(await trace.modules[add](opened, at));
  }
  if (first === undefined) await reportUnlessSure(trace.modules.traced);
}
