// What is read of traces: trace files and their parts, gdb's CTF folders, branch traces, agent
// expressions.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { MemorySource } from '../../../src/bytes/source';
import {
  checkAgentExpression,
  readAgentExpression,
  agentOperations,
} from '../../../src/format/agentExpression';
import { describeAgentExpression } from '../../../src/format/agentExpressionText';
import { readBranchTraceConfiguration, readBranchTrace } from '../../../src/format/branchTrace';
import { readMetadata } from '../../../src/format/ctf/metadata';
import { CtfTraceFile } from '../../../src/format/ctf/traceFile';
import { readDescription } from '../../../src/format/descriptionReader';
import { FileStructure } from '../../../src/format/structure';
import { readTargetDescription } from '../../../src/format/targetDescription';
import { readTraceframeInfo } from '../../../src/format/traceframeInfo';
import { registerLayout } from '../../../src/machine/registerLayout';
import { openProgram } from '../../../src/symbols/openProgram';
import { BranchFunctions } from '../../../src/trace/branch/blockShapes';
import { CallTree } from '../../../src/trace/branch/callTree';
import { flowSteps, InstructionMap } from '../../../src/trace/branch/instructionMap';
import { followPackets } from '../../../src/trace/branch/ptRanges';
import { ptEvidence } from '../../../src/trace/branch/ptEvidence';
import { ModuleList } from '../../../src/trace/moduleList';
import { Trace } from '../../../src/trace/trace';
import { TraceModule } from '../../../src/trace/traceModule';
import { alterNumbers, ofText } from '../alter';
import type { Reader } from '../reader';
import { mutate, oneOf, type Random } from '../rounds';

const corpus = path.join(import.meta.dirname, '../../corpus');
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function corpusFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path.join(corpus, name)));
}

function descriptionOf(name: string): Uint8Array {
  const bytes = corpusFile(name);
  return bytes.subarray(0, Buffer.from(bytes).indexOf('\n\n') + 2);
}

/** The target description in a trace file. */
function targetDescriptionOf(name: string): Uint8Array {
  const lines = Buffer.from(descriptionOf(name)).toString('latin1').split('\n');
  const xml = lines.filter((line) => line.startsWith('tdesc '));
  return encoder.encode(xml.map((line) => line.slice('tdesc '.length)).join('\n'));
}

/** Words of the description section: gdb manual, "Trace File Format". */
const descriptionWords =
  '\n R status tp tsv tdesc T0 T1 tstop: tframes: tcreated: tfree: tsize: circular:1 notes: tp\\ T1:401000:E:0:0 A S Z V :at: :cond: :cmd: X0000000F,26 M-1,0,10 R03 M1,8,8 :E: :D: :F5: :X3,222703'.split(
    ' ',
  );

const description: Reader = {
  name: 'description',
  rounds: 500,
  seeds: () =>
    Promise.resolve(
      ['extra/i386/lanes.plain.tf', 's390x/t10-circ.tf', 'x86_64/app.tf'].map(descriptionOf),
    ),
  alter: ofText(descriptionWords),
  read: (input) => readDescription(new MemorySource(input)),
};

const targetDescription: Reader = {
  name: 'targetDescription',
  rounds: 800,
  seeds: () =>
    Promise.resolve(
      ['x86_64/app.tf', 'aarch64/t1-regs.tf', 's390x/t1-regs.tf'].map(targetDescriptionOf),
    ),
  alter: ofText(
    '<reg <feature <vector <union <struct <field <flags </feature> name= bitsize= type= regnum= count= id= start= end= size= <!DOCTYPE <!ENTITY &amp; &x; <?xml <![CDATA[ ]]> <xi:include <architecture>i386</architecture> <osabi>'.split(
      ' ',
    ),
  ),
  read: (input) => {
    const { target, diagnostics } = readTargetDescription(decoder.decode(input));
    const { layout } = registerLayout(target, undefined, input.length % 1000);
    return { target, diagnostics, registers: layout?.registers.length };
  },
};

const traceframeInfo: Reader = {
  name: 'traceframeInfo',
  rounds: 800,
  seeds: () =>
    Promise.resolve([
      encoder.encode(
        '<?xml version="1.0"?><traceframe-info><memory start="0x1000" length="0x10"/><tvar id="1"/></traceframe-info>',
      ),
    ]),
  alter: ofText('<memory start= length= <tvar id= </traceframe-info> &amp; <!ENTITY'.split(' ')),
  read: (input) => readTraceframeInfo(decoder.decode(input)),
};

/** An expression made of operations with their operands, most of them likely to be good. */
function operations(_: Uint8Array, random: Random): Uint8Array {
  const all = [...agentOperations.keys()];
  const bytes = Array.from({ length: 1 + random(20) }, () => {
    const code = oneOf(all, random);
    const operand = Array.from({ length: random(9) === 0 ? random(12) : 2 }, () =>
      random(4) === 0 ? random(256) : random(4),
    );
    return [code, ...(random(2) === 0 ? operand : [])];
  });
  return Uint8Array.from(bytes.flat());
}

const agentExpression: Reader = {
  name: 'agentExpression',
  rounds: 6000,
  seeds: () =>
    Promise.resolve(
      ['26000622100222cc16080219162022052b1427', '2c00022e00022927', '2200270d0820'].map((hex) =>
        Uint8Array.from(Buffer.from(hex, 'hex')),
      ),
    ),
  alter: operations,
  read: (input) => {
    const expression = readAgentExpression(input);
    const meaning = describeAgentExpression(expression, {});
    const { length, problem, instructions } = expression;
    const problems = checkAgentExpression(expression);
    return { length, problem, problems, meaning, count: instructions.length };
  },
};

const branchTrace: Reader = {
  name: 'branchTrace',
  rounds: 400,
  seeds: () =>
    Promise.resolve(
      ['tree-gaps', 'tree-tail'].map((name) =>
        corpusFile(`branches/${name}.btrace`).slice(0, 4000),
      ),
    ),
  alter: ofText(
    '<block begin= end= /> <btrace version="1.0"> </btrace> <pt> <raw> <pt-config> <cpu vendor= family= 0x0 <!DOCTYPE <!ENTITY ]]> <btrace-conf <bts size='.split(
      ' ',
    ),
  ),
  read: async (input) => {
    const { contents, diagnostics } = await readBranchTrace(new MemorySource(input));
    const configuration = readBranchTraceConfiguration(decoder.decode(input));
    return { contents, diagnostics, configuration };
  },
};

/** Packets as a document's hexadecimal digits have them. */
function packetsOf(name: string): Uint8Array {
  const text = Buffer.from(corpusFile(`branches/${name}.btrace`)).toString('latin1');
  return Uint8Array.from(Buffer.from(/<raw>\s*(\w+)/.exec(text)?.[1] ?? '', 'hex'));
}

const ptProgram = openProgram(new MemorySource(corpusFile('branches/tree')), 'tree');

const intelPt: Reader = {
  name: 'intelPt',
  rounds: 400,
  seeds: () => Promise.resolve(['tree-pt', 'tree-pt-gaps', 'tree-pt-times'].map(packetsOf)),
  alter: alterNumbers,
  read: async (input) => {
    const opened = await ptProgram;
    if ('problem' in opened) throw new Error(opened.problem);
    const { program } = opened;
    const programs = new ModuleList([new TraceModule(program, 0n, '')]);
    const { signal } = new AbortController();
    const contents = { format: 'pt', cpu: skylake, raw: input } as const;
    const functions = new BranchFunctions(programs);
    const calls = new CallTree(functions.all);
    const map = new InstructionMap(programs, flowSteps(64));
    const following = { map, functions, calls, signal, report: () => undefined };
    const index = await followPackets(contents, { ...following, programs, rates });
    const blocks = Array.from({ length: index?.blockCount ?? 0 }, (_, at) => index?.at(at));
    const evidence = await ptEvidence(input);
    const compared = await evidence.with(program, []);
    return { blocks, count: evidence.count, agreement: await compared.agreementAt(0n) };
  },
};

const rates = { mtcFrequency: 9, tscRatio: [168, 2], nominalFrequency: 24 } as const;

/** A processor with most of the errata. */
const skylake = { vendor: 'GenuineIntel', family: 6, model: 0x4e, stepping: 3 };

const ctfMetadata: Reader = {
  name: 'ctfMetadata',
  rounds: 400,
  seeds: () => Promise.resolve([corpusFile('ctf/meter.ctf/metadata')]),
  alter: ofText(
    'event { }; fields := struct { id = name = "memory" byte_order = be; contents['.split(' '),
  ),
  read: (input) => readMetadata(decoder.decode(input)),
};

const goodMetadata = readMetadata(decoder.decode(corpusFile('ctf/meter.ctf/metadata')));

const ctfDatastream: Reader = {
  name: 'ctfDatastream',
  rounds: 150,
  seeds: () =>
    Promise.resolve([
      corpusFile('ctf/meter.ctf/datastream'),
      corpusFile('ctf/s390x-t3-memonly.ctf/datastream'),
    ]),
  alter: alterNumbers,
  read: async (input) => {
    if ('problem' in goodMetadata) throw new Error(goodMetadata.problem);
    const source = Object.assign(new MemorySource(input), { close: () => Promise.resolve() });
    const file = await CtfTraceFile.open(source, goodMetadata.metadata, []);
    const made = await file.read(0, Math.min(file.size, 1 << 20));
    return { size: file.size, diagnostics: file.diagnostics, made };
  },
};

/**
 * Frames and blocks of a file in another order, missing, there twice, or with other sizes and
 * types.
 */
function alterFrames(input: Uint8Array, random: Random): Uint8Array {
  const at = Buffer.from(input).indexOf('\n\n') + 2;
  if (at < 2 || at >= input.length) return mutate(input, random, 8);
  const frames = input.subarray(at);
  const altered = random(2) === 0 ? alterNumbers(frames, random) : mutate(frames, random, 0, 400);
  return new Uint8Array(Buffer.concat([input.subarray(0, at), altered]));
}

const traceFile: Reader = {
  name: 'traceFile',
  rounds: 120,
  seeds: () => Promise.resolve(['extra/i386/lanes.memory.tf', 's390x/t10-circ.tf'].map(corpusFile)),
  alter: alterFrames,
  read: async (input) => {
    const opened = await Trace.open(new MemorySource(input), 'altered.tf');
    if ('problem' in opened) return opened;
    const { trace } = opened;
    await trace.recording.indexed;
    const { bytes: source, description, index, frameLayout, diagnostics } = trace.recording;
    const frames: unknown[] = [];
    for (let number = 0; number < index.count; number++) {
      const { blocks, offset, tracepoint } = await trace.recording.frame(number);
      frames.push([offset, tracepoint, blocks]);
    }
    const structure = new FileStructure({ source, description, index, frameLayout });
    const parts = await structure.partsIn(0, input.length);
    let end = 0;
    for (const { offset, length } of parts) {
      if (offset < end || length < 0) throw new Error(`A part at ${offset} begins before ${end}.`);
      end = offset + length;
    }
    if (end > input.length) throw new Error(`A part ends at ${end}, behind the file.`);
    trace.dispose();
    return { frames, diagnostics, parts: parts.length };
  },
};

export const formatReaders: readonly Reader[] = [
  traceFile,
  description,
  targetDescription,
  traceframeInfo,
  agentExpression,
  branchTrace,
  intelPt,
  ctfMetadata,
  ctfDatastream,
];
