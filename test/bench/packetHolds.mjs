// Measures how long a mebibyte of Intel PT packets of one kind holds the thread in one go, while a branch trace is
// opened and followed, and while what is known of its blocks and calls is asked for:
//
//     node --expose-gc test/bench/packetHolds.mjs [MEBIBYTES] [KIND...]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { core, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [size = '1', ...only] = given;
const bytes = Number(size) * 2 ** 20;
const { BranchTrace, MemorySource, openProgram } = await core({
  'bytes/source': ['MemorySource'],
  'symbols/openProgram': ['openProgram'],
  'trace/branch/branchTrace': ['BranchTrace'],
});

/** PSB, MODE.Exec for 64 bits, PSBEND; then a TIP.PGE to `flow-O0`. */
const psb = '0282'.repeat(8);
const header = `${psb}99010223`;
const enabled = `${header}71001040000000`;

/** What is repeated, by its name; before it, what a stream begins with. @type {Record<string, [string, string]>} */
const kinds = {
  PAD: [enabled, '00'],
  CYC: [enabled, '0b'],
  'CYC of three bytes': [enabled, '0f0302'],
  MTC: [enabled, '5900'],
  TSC: [enabled, '1901000000000000'],
  CBR: [enabled, '02030c00'],
  MNT: [enabled, '02c3880000000000000000'],
  OVF: [enabled, '02f3'],
  STOP: [enabled, '0283'],
  PIP: [enabled, '0243000000000000'],
  VMCS: [enabled, '02c80000000000'],
  'MODE.Exec': [enabled, '9901'],
  'MODE.TSX': [enabled, '9920'],
  EXSTOP: [enabled, '0262'],
  PWRE: [enabled, '02220000'],
  PWRX: [enabled, '02a20000000000'],
  PTW: [enabled, '021200000000'],
  'BBP and BIP': [`${enabled}026300`, '040000000000000000'],
  BEP: [enabled, '0233'],
  CFE: [enabled, '02130100'],
  EVD: [enabled, '0253000000000000000000'],
  TNT: [enabled, '06'],
  TIP: [enabled, '6d001040000000'],
  FUP: [enabled, '7d001040000000'],
  'PSB alone': [enabled, psb],
  'PSB and PSBEND': [enabled, header],
  'PSB and TSC and PSBEND': [enabled, `${psb}19010000000000000223`],
  'PAD in a PSB': [psb, '00'],
  'CYC in a PSB': [psb, '0b'],
  'MTC in a PSB': [psb, '5900'],
  'PAD after OVF': [`${enabled}02f3`, '00'],
  'CYC after OVF': [`${enabled}02f3`, '0b'],
  'MTC after OVF': [`${enabled}02f3`, '5900'],
  'MODE.Exec after OVF': [`${enabled}02f3`, '9901'],
  'CYC after OVF and FUP': [`${enabled}02f33d0010`, '0b'],
  'CYC after the FUP of a PSB': [`${psb}7d001040000000`, '0b'],
  'TIP.PGE and TIP.PGD': [header, '71001040000001'],
  'no PSB, 0': ['', '00'],
  'no PSB, 02': ['', '02'],
  'no PSB, 82': ['', '82'],
  'almost PSB': ['', `${'0282'.repeat(7)}00`],
  'one long PSB': ['', '0282'],
};

/** Processors without errata that matter, with those of Skylake, of Goldmont. */
const cpus = { '': 0x0, ', Skylake': 0x4e, ', Goldmont': 0x5c };

const file = join(root, 'test/corpus/intelPt/flow-O0');
const { program } = await openProgram(new MemorySource(readFileSync(file)), file);
const decoder = { decode: () => Promise.resolve([]), dispose: () => undefined };

for (const [name, [start, part]] of Object.entries(kinds)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const raw = `${start}${part.repeat(Math.ceil((2 * bytes) / part.length))}`;
  for (const [of, model] of Object.entries(cpus)) {
    const cpu = `<cpu vendor="GenuineIntel" family="6" model="${model}" stepping="3"/>`;
    const document = `<btrace version="1.0"><pt><pt-config>${cpu}</pt-config><raw>${raw}</raw></pt></btrace>`;
    const source = new MemorySource(Buffer.from(document));
    globalThis.gc?.();
    const holds = watchHolds();
    const { milliseconds } = await timed(async () => {
      const { trace } = await BranchTrace.open(source, 'x', () => decoder);
      await trace.modules.use({ program, dispose: () => undefined }, 0n);
      const { blocks, calls } = await trace.execution();
      for (let i = 0; i < 16; i++) {
        const number = 1 + Math.floor((i * blocks.count) / 16);
        blocks.at(blocks.blockOf(number));
        if (calls.count > 0) calls.at(calls.placeOf(number));
        await new Promise(setImmediate);
      }
      trace.dispose();
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    figure(`${name}${of}`, milliseconds, 'ms');
    figure(`${name}${of}: thread held`, holds(), 'ms', { limit: { most: 50 } });
  }
}
process.exit();
