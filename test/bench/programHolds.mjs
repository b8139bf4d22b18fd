// Measures how long programs with a million of one thing, or with types whose values have no end, hold the thread in one go
// while the console and the Variables view are asked, how long an answer is and what it takes:
//
//     node --expose-gc test/bench/programHolds.mjs [COUNT] [KIND...]
import { core } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [count = '1000000', ...only] = given;
const many = Number(count);
const module = await core({
  'trace/trace': ['Trace'],
  'bytes/source': ['MemorySource'],
  'symbols/openProgram': ['openProgram'],
  'ask/frame/variableTree': ['VariableTree'],
  '../test/sessionInProcess': ['SessionInProcess'],
  'trace/export/exportFrames': ['exportFrames'],
  'trace/export/tables': ['valueColumn'],
  'trace/list/frameList': ['AllFrames'],
  'trace/search/frameValues': ['FrameValue'],
  'ask/askedTrace': ['AskedTrace'],
  'ask/comparison/compare': ['comparison'],
  'ask/questions': ['questions'],
  'ask/answers': ['fitted', 'usualBudget'],
  'trace/comparison/comparisonReport': ['comparisonMarkdown', 'comparisonCsv'],
});

/** Frames of the trace. */
const frameCount = 40;

const start = 0x400000;
const data = 0x500000;

/** The abbreviations: their tags, whether they have children, names and forms. */
const abbreviations = {
  unit: [0x11, 1, [0x03, 0x08], [0x13, 0x0b], [0x11, 0x01], [0x12, 0x07]],
  base: [0x24, 0, [0x03, 0x08], [0x0b, 0x0b], [0x3e, 0x0b]],
  struct: [0x13, 1, [0x03, 0x08], [0x0b, 0x06]],
  member: [0x0d, 0, [0x03, 0x08], [0x49, 0x13], [0x38, 0x06]],
  emptyStruct: [0x13, 0, [0x03, 0x08], [0x0b, 0x06], [0x3b, 0x06]],
  variable: [0x34, 0, [0x03, 0x08], [0x49, 0x13], [0x3f, 0x19], [0x02, 0x18]],
  function: [0x2e, 0, [0x03, 0x08], [0x3f, 0x19], [0x11, 0x01], [0x12, 0x06]],
  scope: [0x2e, 1, [0x03, 0x08], [0x3f, 0x19], [0x11, 0x01], [0x12, 0x06]],
  reference: [0x10, 0, [0x49, 0x13], [0x0b, 0x0b]],
};

const names = Object.keys(abbreviations);
const abbrev = Buffer.from([
  ...Object.values(abbreviations).flatMap(([tag, children, ...attributes], i) =>
    [i + 1, tag, children, ...attributes.flat(), 0, 0].map(Number),
  ),
  0,
]);

/** A section that grows. */
class Bytes {
  bytes = Buffer.alloc(1 << 20);
  length = 0;

  room(/** @type {number} */ size) {
    if (this.length + size > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)]);
  }

  u8(/** @type {number[]} */ ...values) {
    this.room(values.length);
    for (const value of values) this.bytes[this.length++] = value;
    return this;
  }

  u32(/** @type {number} */ value) {
    this.room(4);
    this.length = this.bytes.writeUInt32LE(value, this.length);
    return this;
  }

  u64(/** @type {number} */ value) {
    this.room(8);
    this.length = this.bytes.writeBigUInt64LE(BigInt(value), this.length);
    return this;
  }

  /** An entry with a name; where it begins. */
  entry(/** @type {keyof typeof abbreviations} */ kind, name = '') {
    const at = this.length;
    this.u8(names.indexOf(kind) + 1, ...(kind === 'reference' ? [] : Buffer.from(`${name}\0`)));
    return at;
  }

  variable(/** @type {string} */ name, /** @type {number} */ type, /** @type {number} */ at) {
    this.entry('variable', name);
    this.u32(type).u8(9, 3).u64(at);
  }
}

/** The section .debug_info: what a kind of program has in its unit. */
function information(/** @type {(info: Bytes, int: number) => void} */ fill) {
  const info = new Bytes().u32(0).u8(4, 0).u32(0).u8(8);
  info.entry('unit', 'made.c');
  info
    .u8(0x0c)
    .u64(start)
    .u64(32 * many);
  const int = info.entry('base', 'int');
  info.u8(4, 5);
  fill(info, int);
  info.u8(0);
  info.bytes.writeUInt32LE(info.length - 4, 0);
  return info.bytes.subarray(0, info.length);
}

/** The function in which the frame stops, with what it has. */
function stopped(/** @type {Bytes} */ info, fill = () => {}) {
  info.entry('scope', 'here');
  info.u64(start).u32(16);
  fill();
  info.u8(0);
}

/** Structures that have the one before twice, as deep as this; where the last one is. */
function doubling(/** @type {Bytes} */ info, /** @type {number} */ type, levels = 64) {
  let below = type;
  for (let level = 0; level < levels; level++) {
    const at = info.entry('struct', `level${level}`);
    info.u32(4);
    for (const name of ['left', 'right']) {
      info.entry('member', name);
      info.u32(below).u32(0);
    }
    info.u8(0);
    below = at;
  }
  return below;
}

/** @type {Record<string, { fill: (info: Bytes, int: number) => void, lines: string[], value: string }>} */
const kinds = {
  types: {
    fill(info) {
      for (let i = 0; i < many; i++) {
        info.entry('emptyStruct', `type${i}`);
        info.u32(4).u32(i + 1);
      }
      stopped(info);
    },
    lines: ['info types', 'info types type99', 'ptype struct type7'],
    value: '1',
  },
  functions: {
    fill(info) {
      for (let i = 1; i < many; i++) {
        info.entry('function', `function${i}`);
        info.u64(start + 16 * i).u32(16);
      }
      stopped(info);
    },
    lines: ['info functions', 'info functions function99', 'break function7'],
    value: 'here',
  },
  variables: {
    fill(info, int) {
      for (let i = 0; i < many; i++) info.variable(`variable${i}`, int, data + 4 * i);
      stopped(info);
    },
    lines: ['info variables', 'info variables variable99', 'print variable7'],
    value: 'variable7',
  },
  'members of a structure': {
    fill(info, int) {
      const type = info.entry('struct', 'big');
      // gdb shows no value of more than 64 KiB.
      info.u32(4000);
      for (let i = 0; i < many; i++) {
        info.entry('member', `member${i}`);
        info.u32(int).u32(4 * (i % 1000));
      }
      info.u8(0);
      stopped(info, () => info.variable('value', type, data));
    },
    lines: ['info locals', 'print value', 'print/x value', 'ptype value', 'print value.member7'],
    value: 'value',
  },
  'locals of types that double': {
    fill(info, int) {
      const type = doubling(info, int);
      const reference = info.entry('reference');
      info.u32(type).u8(8);
      stopped(info, () => {
        for (let i = 0; i < 200; i++) info.variable(`local${i}`, i % 2 ? type : reference, data);
      });
    },
    lines: ['info locals', 'print local1', 'print local0', 'print/x local1', 'ptype local1'],
    value: 'local0',
  },
};

/** An ELF file with these sections. */
function elf(/** @type {{ name: string, flags?: number, at?: number, bytes: Buffer }[]} */ made) {
  const sections = [{ name: '', bytes: Buffer.alloc(0) }, ...made];
  const strings = `${sections.map(({ name }) => name).join('\0')}\0.shstrtab\0`;
  sections.push({ name: '.shstrtab', bytes: Buffer.from(strings) });
  const header = Buffer.alloc(64);
  header.write('\x7fELF\x02\x01\x01', 'latin1');
  [2, 62].forEach((value, i) => header.writeUInt16LE(value, 16 + 2 * i));
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(64n, 40);
  [64, 56, 0, 64, sections.length, sections.length - 1].forEach((value, i) =>
    header.writeUInt16LE(value, 52 + 2 * i),
  );
  const table = Buffer.alloc(64 * sections.length);
  let offset = 64 + table.length;
  sections.forEach(({ name, flags = 0, at = 0, bytes }, i) => {
    if (i === 0) return;
    table.writeUInt32LE(strings.indexOf(`\0${name}\0`) + 1, 64 * i);
    table.writeUInt32LE(1, 64 * i + 4);
    [flags, at, offset, bytes.length].forEach((value, field) =>
      table.writeBigUInt64LE(BigInt(value), 64 * i + 8 + 8 * field),
    );
    offset += bytes.length;
  });
  return Buffer.concat([header, table, ...sections.map(({ bytes }) => bytes)]);
}

const inMemory = (/** @type {Buffer} */ bytes) =>
  Object.assign(new module.MemorySource(bytes), { close: () => Promise.resolve() });

/** A trace whose frames stop in the program's function `here`. */
async function traceOf(/** @type {Buffer} */ info) {
  const head = `\x7fTRACE0\nR 330\nstatus 0;tnotrun:0;tframes:1\ntp T1:${start.toString(16)}:E:0:0\n\n`;
  const frame = Buffer.alloc(6 + 1 + 0x330);
  frame.writeInt16LE(1);
  frame.writeUInt32LE(1 + 0x330, 2);
  frame.write('R', 6);
  frame.writeBigUInt64LE(BigInt(start + 4), 7 + 128);
  const frames = Array.from({ length: frameCount }, () => frame);
  const file = Buffer.concat([Buffer.from(head, 'latin1'), ...frames, Buffer.alloc(4)]);
  const { trace } = await module.Trace.open(inMemory(file), 'made.tf');
  const sections = [
    { name: '.text', flags: 6, at: start, bytes: Buffer.alloc(32 * many) },
    { name: '.rodata', flags: 2, at: data, bytes: Buffer.alloc(4 * many + 64, data.toString(16)) },
    { name: '.debug_info', bytes: info },
    { name: '.debug_abbrev', bytes: abbrev },
  ];
  const { program } = await module.openProgram(inMemory(elf(sections)), 'made');
  await trace.recording.indexed;
  await trace.modules.use({ program, dispose() {} }, 0n);
  await trace.recording.indexed;
  trace.cursor.moveTo(0, trace);
  return trace;
}

const none = () => Promise.resolve({ problem: 'None.' });
const hostOf = (/** @type {object} */ trace) => ({
  resolve: (/** @type {string} */ file) => file,
  acquireTrace: () => Promise.resolve({ trace, dispose() {} }),
  openProgram: none,
  findProgram: () => Promise.resolve(),
  acquireBranchTrace: none,
  findBranchProgram: () => Promise.resolve(),
  sourceFolders: [],
  sourceMap: {},
  withoutSource: 'page',
  fileExists: () => Promise.resolve(false),
  readText: () => Promise.resolve(undefined),
  startDecoder: () => ({ decode: () => Promise.resolve([]), dispose() {} }),
});

/** What is exported in each format, and what an assistant is answered; each text. */
function exported(/** @type {any} */ trace, /** @type {string} */ value) {
  const asked = module.AskedTrace.shown({ trace, dispose() {} }, 'made.tf', hostOf(trace));
  const columns = async () => [module.valueColumn(await module.FrameValue.compile(trace, value))];
  const written = async (/** @type {string} */ format) => {
    let length = 0;
    const sink = { write: (/** @type {Uint8Array} */ { length: some }) => void (length += some) };
    const frames = new module.AllFrames(trace.recording.index);
    const wanted = { format, frames, columns: await columns() };
    await module.exportFrames(trace, wanted, sink);
    return { length };
  };
  const frames = Array.from({ length: frameCount }, (_, i) => i);
  const texts = Array.from({ length: 5 }, () => value);
  /** @type {Record<string, object>} */
  const inputs = {
    frames: { columns: [value], count: 1000 },
    frame: { frame: 0 },
    evaluate: { frames, expressions: texts },
    gdb: { frames, commands: [...texts.map((each) => `print ${each}`), 'info locals'] },
    changes: { expression: value },
    groups: { by: 'value', value },
    export: { format: 'jsonLines', columns: [value] },
  };
  const answered = (/** @type {string} */ name) => async () => {
    const question = module.questions.find((/** @type {any} */ each) => each.name === name);
    const answer = await question.ask(asked, inputs[name], { room: module.usualBudget });
    return JSON.stringify(module.fitted(answer, module.usualBudget));
  };
  const compared = async () => {
    const input = { exclude: [], registers: true, memory: true, addresses: true };
    const answer = await module.comparison.answer(
      asked,
      asked,
      { matching: 'place', ...input },
      {},
    );
    return module.comparisonMarkdown(answer) + module.comparisonCsv(answer);
  };
  /** @type {[string, () => Promise<{ length: number }>][]} */
  return [
    ...['csv', 'jsonLines', 'markdown', 'tdump'].map((each) => [
      `export ${each}`,
      () => written(each),
    ]),
    ...Object.keys(inputs).map((each) => [`assistants: ${each}`, answered(each)]),
    ['a comparison and its exports', compared],
  ];
}

/** A debug session that has stopped in the frame. */
async function debugged(/** @type {object} */ trace) {
  const session = new module.SessionInProcess(hostOf(trace));
  await session.request('initialize', { clientID: 'vscode', supportsInvalidatedEvent: true });
  await session.request('launch', { trace: 'made.tf', program: '' });
  await session.request('configurationDone');
  await session.stopped();
  const { stackFrames } = await session.request('stackTrace', { threadId: 1 });
  const frameId = stackFrames[0].id;
  const evaluate = async (/** @type {string} */ expression, /** @type {string} */ context) => {
    const body = await session.request('evaluate', { expression, context, frameId });
    return body.result;
  };
  /** All variables as far as two levels down, as a client that opens everything asks. */
  const variables = async (/** @type {number} */ variablesReference, depth = 0) => {
    const read = await session.request('variables', { variablesReference, start: 0, count: 300 });
    const texts = [JSON.stringify(read)];
    if (depth < 2) {
      for (const { variablesReference: below } of read.variables.slice(0, 20)) {
        if (below > 0) texts.push(await variables(below, depth + 1));
      }
    }
    return texts.join('');
  };
  const scopes = async () => {
    const { scopes: all } = await session.request('scopes', { frameId });
    const texts = [];
    for (const each of all) texts.push(await variables(each.variablesReference));
    return texts.join('');
  };
  return { evaluate, scopes };
}

for (const [kind, { fill, lines, value }] of Object.entries(kinds)) {
  if (only.length > 0 && !only.includes(kind)) continue;
  const trace = await traceOf(information(fill));
  const page = new module.VariableTree(trace, { frame: 0, level: 0 });
  const { evaluate, scopes } = await debugged(trace);
  const pages = async () => {
    const { variables } = await page.children([], 0, 300);
    const listed = [];
    for (const i of variables.keys()) listed.push(await page.children([i], 0, 300));
    return JSON.stringify(listed);
  };
  /** @type {[string, () => Promise<string>][]} */
  const asked = [
    ...lines.map((line) => /** @type {const} */ ([line, () => evaluate(line, 'repl')])),
    ['variables of the debugger', scopes],
    ['variables of the page', pages],
    ...['hover', 'watch'].map(
      (context) => /** @type {const} */ ([`${context} ${value}`, () => evaluate(value, context)]),
    ),
    ...exported(trace, value),
  ];
  for (const [what, ask] of asked) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const holds = watchHolds();
    const { result, milliseconds } = await timed(() => ask().catch(String));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const name = `${count} ${kind}: ${what}`;
    figure(name, milliseconds, 'ms');
    figure(`${name}, longest hold`, holds(), 'ms', { limit: { most: 50 } });
    figure(`${name}, its text`, result.length / 1000, 'kB');
    globalThis.gc?.();
    figure(`${name}, kept`, (process.memoryUsage().heapUsed - before) / 2 ** 20, 'MiB');
    if (/^Error/.test(result)) console.log(result);
  }
}
process.exit();
