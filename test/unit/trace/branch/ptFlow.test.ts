// The flow of Intel PT packets through a few bytes of code: what libipt 2.0.5 does not know, code
// that leads in a circle, and how much is read in one go. Everything else is compared with libipt
// (test/oracle/intelPt).
import { describe, expect, it } from 'vitest';
import { unknownRates } from '../../../../src/format/intelPt/clock';
import { BlockGap, BranchFunctions } from '../../../../src/trace/branch/blockShapes';
import { CallTree } from '../../../../src/trace/branch/callTree';
import { FlowCode } from '../../../../src/trace/branch/flowCode';
import { flowSteps, InstructionMap } from '../../../../src/trace/branch/instructionMap';
import { PtFlow } from '../../../../src/trace/branch/ptFlow';
import { type FollowingLimits, followPackets } from '../../../../src/trace/branch/ptRanges';
import { gapText } from '../../../../src/trace/branch/text';
import { ModuleList } from '../../../../src/trace/moduleList';
import { packetKinds } from '../../../packetKinds.mjs';
import type { TraceModule } from '../../../../src/trace/traceModule';

const start = 0x1000n;

/** A program that is a few bytes of code. */
function programs(code: string): ModuleList {
  const bytes = Uint8Array.from(Buffer.from(code, 'hex'));
  const module = {
    holds: (address: bigint) => address >= start && address < start + BigInt(bytes.length),
    read: (address: bigint, length: number) => {
      const at = Number(address - start);
      const part = bytes.slice(at, at + length);
      return Promise.resolve({ bytes: part, origins: new Uint8Array(part.length).fill(1) });
    },
  };
  return new ModuleList([module as unknown as TraceModule]);
}

/** Runs and gaps, with addresses from the start of the code. */
async function follow(code: string, packets: string): Promise<string[]> {
  const flowCode = new FlowCode(programs(code));
  const rows: string[] = [];
  const flow = new PtFlow(Uint8Array.from(Buffer.from(packets, 'hex')), undefined, flowCode, {
    run: (begin, end) => rows.push(`${begin - start}-${end - start}`),
    gap: (gap) => rows.push(`gap ${gap}`),
  });
  for (;;) {
    const wanted = flow.advance(1000);
    if (wanted === 'end') return rows;
    if (wanted !== undefined) await flowCode.read(wanted);
  }
}

// PSB, MODE.Exec for 64 bits, PSBEND, TIP.PGE to the start.
const header = `${'0282'.repeat(8)}99010223310010`;
// nop; nop; je .+2; nop; nop; ret
const code = '9090740090 90c3'.replace(' ', '');

it('packets of newer processors lead nowhere', async () => {
  // Intel SDM volume 3, "Event Trace": CFE with its IP bit, and the FUP that belongs to it, here
  // with EVD before; "Block Begin Packet" and after it items, one of which looks like a TNT.
  const event = '025300' + '0807060504030201' + '02138130' + '3d0110';
  const block = '026381' + '0c78563412' + '14ffffffff' + '02b3' + '3d0210';
  expect(await follow(code, `${header}${event}${block}04210010`)).toEqual(
    await follow(code, `${header}04210010`),
  );
  expect(await follow(code, `${header}04210010`)).toEqual(['0-6']);
});

it('an interrupt that CFE tells of as well leads to its handler', async () => {
  // CFE without its IP bit: the FUP is that of the branch.
  expect(await follow(code, `${header}02130130` + '3d0110' + '2d0510')).toEqual(['0-0', '5-5']);
});

it('code that leads in a circle is a gap', async () => {
  // jmp .
  const rows = await follow('ebfe', header);
  expect(rows.at(-1)).toBe('gap -8');
  expect(new Set(rows)).toEqual(new Set(['0-0', 'gap -8']));
});

it('an overflow is a gap of its own', async () => {
  expect(await follow(code, `${header}02f33d0410`)).toEqual([`gap ${BlockGap.ptOverflow}`, '4-5']);
});

/** A TSC packet. */
const tsc = (time: number) => `19${time.toString(16).padStart(2, '0')}000000000000`;

it('a gap has the time since when instructions are missing', async () => {
  const begun = `${'0282'.repeat(8)}${tsc(10)}99010223310010`;
  // The return leads out of what is recorded; it goes on elsewhere.
  const disabled = `${tsc(20)}04210010${tsc(50)}310410`;
  const overflown = `${tsc(60)}02f3${tsc(90)}3d0410`;
  const flowCode = new FlowCode(programs(code));
  const rows: string[] = [];
  const packets = Uint8Array.from(Buffer.from(`${begun}${disabled}${overflown}`, 'hex'));
  const flow = new PtFlow(packets, undefined, flowCode, {
    run: (begin, _, time) => rows.push(`${begin - start} at ${time}`),
    gap: (gap, _, __, time) => rows.push(`gap ${gap} since ${time}`),
  });
  for (let wanted = flow.advance(1000); wanted !== 'end'; wanted = flow.advance(1000)) {
    if (wanted !== undefined) await flowCode.read(wanted);
  }
  expect(rows).toEqual(['0 at 10', 'gap 3 since 20', 'gap 4 since 50', '4 at 90']);
});

/** Follows packets as a branch trace does. */
function followed(bytes: string, packets: string, most?: FollowingLimits) {
  const contents = {
    format: 'pt',
    cpu: undefined,
    raw: Uint8Array.from(Buffer.from(packets, 'hex')),
  } as const;
  const modules = programs(bytes);
  const functions = new BranchFunctions(new ModuleList([]));
  const following = {
    programs: modules,
    rates: unknownRates,
    map: new InstructionMap(modules, flowSteps(64)),
    functions,
    calls: new CallTree(functions.all),
    signal: new AbortController().signal,
    report: () => undefined,
  };
  return followPackets(contents, following, most);
}

it('more segments than are kept end with a gap', async () => {
  const whole = await followed(code, `${header}04210010`);
  expect(whole?.blockCount).toBe(1);
  expect(whole?.at(0)).toMatchObject({ gap: 0, count: 6 });
  const cut = await followed(code, `${header}04210010`, { segments: 1000 });
  expect(cut?.blockCount).toBe(1);
  expect(cut?.at(0)).toMatchObject({ gap: BlockGap.ptCancelled, isGap: true });
  expect(gapText(BlockGap.ptCancelled)).toBe('[trace decode cancelled]');
});

/** Bytes that count how often they are looked at. */
function counted(bytes: Uint8Array): { bytes: Uint8Array; looks: () => number } {
  let looks = 0;
  const get = (_: Uint8Array, key: string | symbol): unknown => {
    if (key === 'length') return bytes.length;
    looks++;
    return bytes[Number(key)];
  };
  return { bytes: new Proxy(bytes, { get }), looks: () => looks };
}

/** Follows packets in pieces; the most `looks` at their bytes in one, and what was told. */
async function inPieces(bytes: Uint8Array, model: number, work: number, looks = () => 0) {
  const flowCode = new FlowCode(programs(code));
  const cpu = { vendor: 'GenuineIntel', family: 6, model, stepping: 3 };
  const told: string[] = [];
  const flow = new PtFlow(bytes, cpu, flowCode, {
    run: (begin, end) => told.push(`${begin} ${end}`),
    gap: (gap, ip, offset) => told.push(`gap ${gap} ${ip} ${offset}`),
  });
  let most = 0;
  for (;;) {
    const before = looks();
    const wanted = flow.advance(work);
    most = Math.max(most, looks() - before);
    if (wanted === 'end') return { most, told };
    if (wanted !== undefined) await flowCode.read(wanted);
  }
}

/** A packet is short; where a PSB is looked for, 64 bytes count as one, each looked at often. */
const mostLooks = 100 * 400;

describe('packets of one kind do not hold the flow', () => {
  it.each(Object.entries(packetKinds(start)))('%s', async (_, [begin, packet]) => {
    // More bytes than may be looked at in one piece.
    const packets = `${begin}${packet.repeat((1 << 17) / packet.length)}04210010`;
    const bytes = Uint8Array.from(Buffer.from(packets, 'hex'));
    // No errata that matter here, those of Skylake, those of Goldmont.
    for (const model of [0, 0x4e, 0x5c]) {
      const { told } = await inPieces(bytes, model, Infinity);
      const watched = counted(bytes);
      const { most, told: inFew } = await inPieces(watched.bytes, model, 100, watched.looks);
      expect(inFew).toEqual(told);
      expect(most).toBeLessThan(mostLooks);
    }
  });
});
