// Commands about frames: lists of them, one of them, what is evaluated in them, exports.
import { t } from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { RequestFailed } from '../bytes/requestFailed';
import type { ShownVariable } from '../ask/frame/frame';
import { runWith, type QuestionRun } from '../ask/run';
import { exportTo } from '../ask/table/export';
import { frameChoice, frames, frameTable, type FrameTable } from '../ask/table/frames';
import type { ExportFormat } from '../trace/export/exportFrames';
import type { Sink } from '../trace/export/sink';
import { baseName } from '../trace/paths';
import {
  exitCodes,
  onlyTrace,
  readNumber,
  twoArguments,
  UsageProblem,
  type Invocation,
} from './command';
import { framesMeant, withTrace } from './openedTrace';
import { inputOf, typedInput } from './questionOptions';
import { writeAnswer } from './writtenAnswer';

/** Frames of one question, when there are more. */
const framesAtOnce = 100;

/** `frames`. */
export async function listFrames(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const { first = 0, ...choice } = typedInput(frames.input, options);
  const limit = options.number('limit') ?? Infinity;
  await withTrace(onlyTrace(invocation), invocation, async (asked) => {
    const table = await frameTable(asked, choice, { signal, report: output.progress });
    const { count } = table.list;
    if (options.has('total')) {
      return output.isJson ? output.json({ matched: count }) : output.line(String(count));
    }
    const last = Math.min(count, first + limit);
    if (output.isJson) {
      for (let row = first; row < last; row++) await output.json(await table.rowAt(row));
    } else {
      const shown = choice.columns ?? [];
      await output.table(
        [
          { heading: t('Frame'), isNumber: true },
          { heading: t('Tracepoint'), isNumber: true },
          { heading: t('Function') },
          { heading: t('Line') },
          ...shown.map((heading) => ({ heading })),
        ],
        tableRows(table, first, last, shown, signal),
      );
    }
    if (table.note !== undefined) await output.reportError(table.note);
  });
  return exitCodes.done;
}

async function* tableRows(
  table: FrameTable,
  first: number,
  last: number,
  shown: readonly string[],
  signal: AbortSignal,
): AsyncIterable<readonly string[]> {
  for (let row = first; row < last; row++) {
    if (signal.aborted) throw new RequestFailed('cancelled');
    const {
      frame: number,
      tracepoint,
      function: name,
      file,
      line,
      values,
    } = await table.rowAt(row);
    yield [
      ...[number, tracepoint].map(String),
      name ?? '',
      file === undefined ? '' : `${baseName(file)}:${line ?? ''}`,
      ...shown.map((each) => String(values?.[each] ?? '')),
    ];
  }
}

/** `frame`. */
export async function oneFrame(invocation: Invocation) {
  const { output } = invocation;
  const [trace, number] = twoArguments(invocation, t('Name a trace and a frame.'));
  const { frame } = await import('../ask/frame/frame');
  const input = { frame: readNumber(number, t('The frame')) };
  return writeAnswer(frame, invocation, { trace, input }, async (found) => {
    if (output.isJson) return output.json(found);
    await output.line(
      output.emphasis(t('Frame {0}, tracepoint {1}', found.frame, found.tracepoint), 'bold'),
    );
    for (const { level, function: name, file, line } of found.stack) {
      const place = file === undefined ? name : t('{0} at {1}', name, `${file}:${line ?? ''}`);
      await output.line(`  #${level}  ${place}`);
    }
    if (found.stackEnd !== undefined) await output.line(`  ${found.stackEnd}`);
    const parts: [string, readonly ShownVariable[]][] = [
      [t('Arguments'), found.arguments],
      [t('Locals'), found.locals],
      [t('Registers'), found.registers],
      [t('Trace state variables'), found.traceStateVariables],
      [t('Tracepoint'), found.facts],
    ];
    for (const [title, variables] of parts) {
      if (variables.length === 0) continue;
      await output.line(output.emphasis(title, 'bold'));
      for (const { name, value } of variables) await output.line(`  ${name} = ${value}`);
    }
    if (found.memory.length > 0) await output.line(output.emphasis(t('Collected memory'), 'bold'));
    for (const { address, bytes, symbol } of found.memory) {
      const known = symbol === undefined ? '' : ` <${symbol}>`;
      await output.line(`  ${address}${known}: ${t('{0} bytes', bytes)}`);
    }
    if (found.notCollected.length > 0) {
      await output.line(t('Not collected: {0}', found.notCollected.join(', ')));
    }
  });
}

/** `eval`. */
export async function evaluateInFrames(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const [trace, ...expressions] = invocation.arguments;
  if (trace === undefined || expressions.length === 0) {
    throw new UsageProblem(t('Name a trace and an expression.'));
  }
  const { evaluateOverFrames } = await import('../ask/frame/evaluate');
  return withTrace(trace, invocation, async (asked) => {
    let isAnswered = true;
    const meant = await framesMeant(asked, invocation, [0]);
    const isAlone = meant.length === 1 && expressions.length === 1;
    for (const some of portions(meant)) {
      const input = inputOf(evaluateOverFrames.input, options, { frames: some, expressions });
      const { answers } = await evaluateOverFrames.answer(asked, input, runWith({ signal }));
      for (const { frame: number, values } of answers) {
        if (output.isJson) await output.json({ frame: number, values });
        for (const { expression, value, problem } of values) {
          if (problem !== undefined) isAnswered = false;
          if (output.isJson) continue;
          const label = isAlone ? '' : `${number}: ${expression} = `;
          if (value === undefined) await output.reportError(`${label}${problem ?? ''}`);
          else await output.line(`${label}${value}`);
        }
      }
      output.progress({ done: Number(some.at(-1)), total: meant.length });
    }
    return isAnswered ? exitCodes.done : exitCodes.failed;
  });
}

function* portions(all: readonly number[]): Generator<number[]> {
  for (let at = 0; at < all.length; at += framesAtOnce) {
    yield all.slice(at, at + framesAtOnce);
  }
}

/** `gdb`. */
export async function gdbInFrames(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const [trace, ...typed] = invocation.arguments;
  const script = options.text('script');
  const scripts = script === undefined ? [] : [await scriptText(script)];
  const commands = [...typed, ...scripts];
  if (trace === undefined || commands.length === 0) {
    throw new UsageProblem(t('Name a trace and a command, or a --script.'));
  }
  const { gdbCommands } = await import('../ask/frame/gdb');
  return withTrace(trace, invocation, async (asked) => {
    let isAnswered = true;
    const meant = await framesMeant(asked, invocation, [0]);
    for (const some of portions(meant)) {
      const input = inputOf(gdbCommands.input, options, { frames: some, commands });
      const { answers } = await gdbCommands.answer(asked, input, runWith({ signal }));
      for (const { frame: number, outputs } of answers) {
        if (meant.length > 1 && !output.isJson) {
          await output.line(output.emphasis(t('Frame {0}', number), 'bold'));
        }
        for (const { command, output: words, failed = false } of outputs) {
          if (failed) isAnswered = false;
          if (output.isJson) await output.json({ frame: number, command, output: words, failed });
          else if (failed) await output.reportError(words);
          else if (words !== '') await output.text(words);
        }
      }
    }
    return isAnswered ? exitCodes.done : exitCodes.failed;
  });
}

async function scriptText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new RequestFailed(t('{0} cannot be read.', path));
  }
}

/** `changes`. */
export async function changesOf(invocation: Invocation) {
  const { output } = invocation;
  const [trace, expression] = twoArguments(invocation, t('Name a trace and an expression.'));
  const { changes } = await import('../ask/frame/changes');
  return writeAnswer(changes, invocation, { trace, input: { expression } }, async (found) => {
    if (output.isJson) {
      for (const change of found.changes) await output.json(change);
      return;
    }
    await output.line(t('{0}: {1} changes', found.followed, found.total));
    await output.table(
      [
        { heading: t('Before'), isNumber: true },
        { heading: t('After'), isNumber: true },
        { heading: t('From') },
        { heading: t('To') },
      ],
      found.changes.map(({ before, after, from, to }) => [String(before), String(after), from, to]),
    );
    const more = found.total - found.changes.length;
    if (more > 0) await output.reportError(t('{0} more changes: see --limit.', more));
  });
}

/** Formats of `export` as they are typed. */
const formats: Readonly<Record<string, ExportFormat>> = {
  csv: 'csv',
  jsonl: 'jsonLines',
  markdown: 'markdown',
  tdump: 'tdump',
  trace: 'trace',
};

/** `export`. */
export async function exportToFile(invocation: Invocation) {
  const { options, output } = invocation;
  const named = options.text('format') ?? 'csv';
  const format = Object.hasOwn(formats, named) ? formats[named] : undefined;
  if (!format) {
    throw new UsageProblem(t('--format is one of {0}.', Object.keys(formats).join(', ')));
  }
  const path = options.text('output');
  if (path === undefined && format === 'trace') {
    throw new UsageProblem(t('A trace is written to a file: give --output.'));
  }
  const choice = typedInput(frameChoice, options);
  await withTrace(onlyTrace(invocation), invocation, async (asked) => {
    const save: Export = (sink, run) => exportTo(asked, format, choice, sink, run);
    if (path === undefined) await exportToOutput(save, invocation);
    else {
      const count = await exportToPath(save, path, invocation);
      await output.reportError(t('{0} frames written to {1}.', count, path));
    }
  });
  return exitCodes.done;
}

/** Writes what was chosen to a sink; gives how many frames there are. */
type Export = (sink: Sink, run: QuestionRun) => Promise<number>;

async function exportToOutput(save: Export, { output, signal }: Invocation): Promise<void> {
  const decoder = new TextDecoder();
  const sink = {
    write: (bytes: Uint8Array) => output.write(decoder.decode(bytes, { stream: true })),
  };
  await save(sink, runWith({ signal }));
}

async function exportToPath(
  save: Export,
  path: string,
  { output, signal }: Invocation,
): Promise<number> {
  const { FileSink } = await import('../platform/fileSink');
  return FileSink.save(path, async (sink) => {
    const count = await save(sink, { signal, report: output.progress });
    if (signal.aborted) throw new RequestFailed('cancelled');
    return count;
  });
}
