// Call frame information that goes in circles, advances past everything, or fills the memory.
import { describe, expect, it } from 'vitest';
import { makeUnits } from '../dwarf/unitMaker';
import { callFrames } from '../dwarf/cfi/callFrameMaker';
import { Writer } from '../writer';
import { codesOf, expectSound, openSections, start, unitOf, type Opened } from './hostile';

const at = start + 0x100n;
/** def_cfa r7+8 */
const defineCfa = [0x0c, 7, 8];
const remember = 0x0a;
const restore = 0x0b;

/** A section with a function at `at` that has the instructions, and a sound one at `start`. */
function openFrames(instructions: readonly number[], common: readonly number[] = defineCfa) {
  const frames = callFrames({ instructions: common }, [
    { start, length: 0x10, instructions: [] },
    { start: at, length: 0x20, instructions },
  ]);
  return openSections({ ...makeUnits(unitOf()), '.debug_frame': frames });
}

async function expectSoundFrame(opened: Opened): Promise<void> {
  const row = await opened.program.callFrameAt(start + 1n);
  expect(row?.cfa).toEqual({ kind: 'register', register: 7, offset: 8n });
  await expectSound(opened);
}

describe('instructions', () => {
  it.each<[string, readonly number[], boolean]>([
    ['remember states without end', new Array<number>(100_000).fill(remember), true],
    ['restore states that nobody remembered', new Array<number>(1000).fill(restore), true],
    [
      'copy rules for every state that they remember',
      Array.from({ length: 20_000 }, (_, i) => [
        0x05,
        0x80 | (i & 0x7f),
        i >> 7,
        1,
        remember,
        restore,
      ]).flat(),
      true,
    ],
    ['end inside an instruction', [0x0c], true],
    ['are not known', [0x3f], true],
    ['hold an expression longer than themselves', [0x0f, 0xff, 0xff, 0x7f], true],
    ['advance by 2^32 - 1', [4, 0xff, 0xff, 0xff, 0xff], false],
    ['advance 100,000 times', new Array<number>(100_000).fill(0x41), false],
    [
      'set registers that no processor has',
      [5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1],
      false,
    ],
  ])('that %s', async (_name, instructions, wrong) => {
    const opened = await openFrames(instructions);
    const row = await opened.program.callFrameAt(at + 0x1fn);
    expect(row === undefined).toBe(wrong);
    expect(codesOf(opened)).toEqual(wrong ? ['call-frame-unreadable'] : []);
    await expectSoundFrame(opened);
    expect(opened.source.bytesGiven).toBeLessThan(8 * opened.source.size + 2 ** 20);
  });

  it('of an expression that has no end, where an expression is wanted', async () => {
    const opened = await openFrames([0x0f, 3, 0x2f, 0xfd, 0xff]);
    const row = await opened.program.callFrameAt(at);
    expect(row?.cfa).toMatchObject({ kind: 'expression' });
  });
});

/** A function's description; `common`: what it says of where its common information is. */
function description(section: Writer, common: number, address: bigint): void {
  section.counted(4, new Writer().u32(common).u64(address).u64(0x10).raw(new Uint8Array(8)));
}

describe('entries', () => {
  const sound = () =>
    callFrames({ instructions: defineCfa }, [{ start, length: 0x10, instructions: [] }]);

  it('whose common information is themselves, each other, or nowhere', async () => {
    const frames = sound();
    const first = frames.length;
    for (const common of [first, first + 36, first, 1, 0x7fff_ffff, 0xffff_fffe]) {
      description(frames, common, at);
    }
    const opened = await openSections({ ...makeUnits(unitOf()), '.debug_frame': frames });
    expect(await opened.program.callFrameAt(at)).toBeUndefined();
    await expectSoundFrame(opened);
  });

  it.each<[string, (section: Writer) => void]>([
    ['of no length', (section) => section.raw(new Uint8Array(100_000))],
    ['longer than the section', (section) => section.u32(0x7fff_ffff).u32(0)],
    ['of 2^64 bytes', (section) => section.u32(0xffff_ffff).u64(-1n)],
    ['of a reserved length', (section) => section.u32(0xffff_fff1)],
    [
      'with a version that is not known',
      (section) => section.counted(4, new Writer().u32(-1).u8(99).raw(new Uint8Array(20))),
    ],
    [
      'with an augmentation without an end',
      (section) =>
        section.counted(4, new Writer().u32(-1).u8(4).raw(new Uint8Array(5000).fill(0x7a))),
    ],
    [
      'with segment selectors',
      (section) =>
        section.counted(4, new Writer().u32(-1).u8(4).text('').u8(8, 8).raw(new Uint8Array(20))),
    ],
  ])('%s', async (_name, write) => {
    const frames = sound();
    write(frames);
    description(frames, frames.length, at);
    const opened = await openSections({ ...makeUnits(unitOf()), '.debug_frame': frames });
    expect(await opened.program.callFrameAt(at)).toBeUndefined();
    await expectSoundFrame(opened);
    expect(opened.source.bytesGiven).toBeLessThan(2 ** 21);
  });

  it('a search table that promises more than it holds, and one whose rows are out of order', async () => {
    for (const count of [0xffff_ffff, 3]) {
      const table = new Writer().u8(1, 3, 3, 0x0b).u32(0x2000).u32(count);
      table.u32(5).u32(0x3000).u32(1).u32(0xffff_ffff).u32(0x7fff_ffff).u32(0);
      const opened = await openSections({
        ...makeUnits(unitOf()),
        '.eh_frame_hdr': table,
        '.eh_frame': callFrames({ instructions: defineCfa }, [], { ehFrame: true }),
        '.debug_frame': sound(),
      });
      expect(await opened.program.callFrameAt(at)).toBeUndefined();
      await expectSoundFrame(opened);
    }
  });

  it('pointers to pointers: an indirect start that points to itself', async () => {
    const frames = callFrames(
      { augmentation: 'zR', augmentationData: [0x80], instructions: defineCfa },
      [{ head: (writer) => writer.u64(at).u64(0x10), augmentationData: [], instructions: [] }],
      { ehFrame: true },
    );
    const opened = await openSections({
      ...makeUnits(unitOf()),
      '.eh_frame': frames,
      '.debug_frame': sound(),
    });
    expect(await opened.program.callFrameAt(at)).toBeUndefined();
    await expectSoundFrame(opened);
  });
});
