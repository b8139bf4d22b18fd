// Plans, read from the commands that gdb was given, compiled here and recorded on a real gdbserver:
// every byte that gdb records of the same run is in the same frame of this one. And gdb's own words
// for an exported plan.
import path from 'node:path';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import type { Frame } from '../../src/format/frame';
import { writeCommands, type RecordingPlan } from '../../src/remote/record/plan';
import { prepareRecording } from '../../src/remote/record/prepareRecording';
import { readCommands } from '../../src/remote/record/readCommands';
import type { TargetRecording } from '../../src/remote/client/recording';
import { openProgram } from '../../src/symbols/openProgram';
import { TraceModule } from '../../src/trace/traceModule';
import { askGdb } from './askGdb';
import {
  connect,
  downloaded,
  ended,
  folder,
  openTrace,
  programOf,
  recordWithGdb,
  startAtMain,
} from './liveTarget';

/** Runs of the corpus, C, C++ and position-independent, with what of a plan cannot be recorded. */
const runs: readonly (readonly [name: string, frames: number, problems: readonly string[]])[] = [
  ['meter.plain', 29, []],
  ['meter.string', 20, []],
  ['meter.null', 20, []],
  ['boxes.locations', 32, []],
  ['boxes.memory', 12, []],
  ['meter-pie.plain', 29, []],
];

/**
 * A tracepoint at a function that is inlined: gdb's `$args` and `$locals` are those of the function
 * around it.
 */
const ofInlined: ReadonlyMap<string, number> = new Map([['boxes.locations', 2]]);

const compared = { runs: 0, frames: 0, bytes: 0, more: 0, otherwise: 0, exported: 0, ofCaller: 0 };

/**
 * The commands behind those that bring the program to `main`; gdb's breakpoint there had number 1.
 */
function planOf(name: string): RecordingPlan {
  const text = readFileSync(path.join(folder, `${name}.rec.gdb`), 'utf8');
  const commands = text.slice(text.indexOf('delete 1') + 'delete 1'.length);
  const { plan, problems } = readCommands(
    commands.replace(
      /^(passcount \d+|disable|enable) (\d+)$/gm,
      (_, word: string, number: string) => [word, Number(number) - 1].join(' '),
    ),
  );
  const others =
    /: (set .*|source .*|tfind .*|break exit|tstart|continue|tstop|tstatus|info .*|tsave .*|kill|quit)$/;
  expect(problems.filter(({ message }) => !others.test(message))).toEqual([]);
  return plan;
}

async function experimentOf(plan: RecordingPlan, name: string, { target }: TargetRecording) {
  const file = path.join(folder, programOf(name));
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const slide = (await target.slideOf(program)) ?? 0n;
  if (!target.layout) throw new Error('no registers');
  const prepared = await prepareRecording(plan, {
    layout: target.layout,
    order: target.order(program),
    modules: [{ program, slide }],
    features: target.features,
    variables: target.variables,
  });
  return {
    problems: prepared.problems.map(({ item, message }) => `${item}: ${message}`),
    experiment: {
      definitions: prepared.definitions,
      programs: [new TraceModule(program, slide, '')],
    },
  };
}

/** What a frame holds at each address; the first block with an address counts. */
function memoryOf({ bytes, blocks }: Frame): Map<bigint, number> {
  const memory = new Map<bigint, number>();
  for (const block of blocks) {
    if (block.kind !== 'M') continue;
    for (let at = 0; at < block.length; at++) {
      const address = block.address + BigInt(at);
      if (!memory.has(address)) memory.set(address, bytes[block.offset + at] ?? 0);
    }
  }
  return memory;
}

function variablesOf({ blocks }: Frame): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'V' && block.variable !== 1 ? [`${block.variable} = ${block.value}`] : [],
  );
}

describe('a plan', () => {
  it.each(runs)('%s records what gdb records', async (name, frames, expected) => {
    const byGdb = await openTrace(await recordWithGdb(name));
    const server = await startAtMain(name);
    const recording = await connect(server.target);
    const plan = planOf(name);
    const { experiment, problems } = await experimentOf(plan, name, recording);
    expect(problems).toEqual(expected);
    expect(await recording.start(experiment)).toBeUndefined();
    await ended(recording);
    const { trace } = await downloaded(recording);
    expect([byGdb.recording.index.count, trace.recording.index.count]).toEqual([frames, frames]);
    for (let number = 0; number < frames; number++) {
      const [gdbs, ours] = [
        await byGdb.recording.frame(number),
        await trace.recording.frame(number),
      ];
      expect(ours.tracepoint).toBe(gdbs.tracepoint - 1);
      const [wanted, memory] = [memoryOf(gdbs), memoryOf(ours)];
      const missing = [...wanted.keys()].filter((address) => !memory.has(address));
      if (ofInlined.get(name) === gdbs.tracepoint) compared.ofCaller += missing.length;
      else
        expect(
          missing.map((address) => address.toString(16)),
          `frame ${number}`,
        ).toEqual([]);
      compared.bytes += wanted.size;
      compared.more += memory.size - wanted.size;
      // What the system makes up by chance is another one in each run.
      compared.otherwise += [...wanted].filter(
        ([at, byte]) => memory.has(at) && memory.get(at) !== byte,
      ).length;
      expect(variablesOf(ours)).toEqual(variablesOf(gdbs));
      const hasRegisters = [gdbs, ours].map(({ blocks }) =>
        blocks.some(({ kind }) => kind === 'R'),
      );
      expect(hasRegisters[1], `frame ${number}`).toBe(hasRegisters[0]);
      compared.frames++;
    }
    compared.runs++;
    await recording.leave('kill');
    server.stop();
  });

  it.each(runs)('%s is exported as gdb takes it', async (name) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'record-plan-'));
    try {
      const file = path.join(scratch, 'plan.gdb');
      const text = writeCommands(planOf(name));
      writeFileSync(file, text);
      const program = path.join(folder, programOf(name));
      const given = path.join(scratch, 'given.gdb');
      const original = readFileSync(path.join(folder, `${name}.rec.gdb`), 'utf8')
        .replace(
          /^(set .*|source .*|tfind .*|target .*|break .*|continue|delete .*|tstart|tstop|tstatus|info .*|tsave .*|kill|quit)$/gm,
          '',
        )
        .replace(/^(passcount \d+|disable|enable) (\d+)$/gm, (_, word: string, number: string) =>
          [word, Number(number) - 1].join(' '),
        );
      writeFileSync(given, original);
      const ask = (script: string) =>
        askGdb('gdb', program, [`source ${script}`, 'info tracepoints', 'info tvariables']);
      const [[, points, variables], [, wanted, wantedVariables]] = [
        await ask(file),
        await ask(given),
      ];
      // One item a command, and a blank before `/s`.
      const items = (said = '') =>
        said
          .replace(/collect\/s/g, 'collect /s')
          .split('\n')
          .flatMap((line) => {
            const [, command = '', list] = /^(\s*collect (?:\/s\d* )?)(.*)$/.exec(line) ?? [];
            return list === undefined ? [line] : list.split(', ').map((item) => command + item);
          });
      expect(items(points)).toEqual(items(wanted));
      expect(variables).toBe(wantedVariables);
      compared.exported++;
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});

it('compares what it is meant to', () => {
  const { runs: done, frames, exported, bytes, otherwise } = compared;
  expect({ done, frames, exported }).toEqual({
    done: runs.length,
    frames: 142,
    exported: runs.length,
  });
  expect(compared.ofCaller).toBe(128);
  expect(bytes).toBeGreaterThan(10_000);
  expect(otherwise).toBeLessThan(bytes / 30);
});
