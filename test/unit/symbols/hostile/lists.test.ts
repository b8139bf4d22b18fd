// Lists of ranges and of locations that have no end, refer to nothing, or are shared by everything.
import { describe, expect, it } from 'vitest';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import {
  makeUnits,
  offset,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
} from '../dwarf/unitMaker';
import { Writer } from '../writer';
import { codesOf, entry, expectSound, openSections, start, unitOf } from './hostile';

const at = start + 0x40n;

function function_(children: readonly MadeEntry[], ...more: MadeAttribute[]): MadeEntry {
  return { ...subprogram('function', at, 0x20, ...more), children };
}

const local = (name: string, location: MadeAttribute): MadeEntry =>
  entry(DW_TAG.variable, [text(DW_AT.name, name), refer(DW_AT.type, 'int'), location]);

const inList = (index: number): MadeAttribute => offset(DW_AT.location, index);

function repeated(bytes: readonly number[], times: number): Writer {
  const writer = new Writer();
  for (let i = 0; i < times; i++) writer.raw(bytes);
  return writer;
}

describe('location lists', () => {
  it.each<[string, Writer]>([
    ['of base addresses alone', repeated([6, 0, 0x10, 0, 0, 0, 0, 0, 0], 60_000)],
    ['of indexed base addresses that are not there', repeated([1, 0xff, 0xff, 0x7f], 60_000)],
    ['of views', repeated([9, 0, 0], 60_000)],
    ['of entries without an end', repeated([4, 0, 0x7f, 1, 0x50], 60_000)],
    ['of expressions that are longer than the section', repeated([4, 0, 0x7f, 0xff, 0x7f], 3)],
    ['of an unknown kind', repeated([0x55], 100)],
    ['of nothing', new Writer()],
  ])('%s', async (_name, list) => {
    const unit = unitOf(function_([local('x', inList(0)), local('y', inList(0x7fff_ffff))]));
    const opened = await openSections({ ...makeUnits(unit), '.debug_loclists': list });
    const [scope] = await opened.program.scopesAt(at);
    expect(scope?.blocks[0]?.variables.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(codesOf(opened)).toContain('location-list-unreadable');
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(8 * opened.source.size + 2 ** 20);
  });

  it('that thousands of variables share are not read for ever', async () => {
    const variables = Array.from({ length: 5000 }, (_, i) => local(`v${i}`, inList(0)));
    const list = repeated([4, 0, 0x7f, 0], 60_000).u8(0);
    const opened = await openSections({
      ...makeUnits(unitOf(function_(variables))),
      '.debug_loclists': list,
    });
    const [scope] = await opened.program.scopesAt(at);
    const found = scope?.blocks[0]?.variables ?? [];
    const entries = found.map(({ location }) =>
      location.kind === 'list' ? location.entries.length : 0,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(entries.reduce((sum, each) => sum + each, 0)).toBeLessThan(400_000);
    expect(codesOf(opened)).toContain('debug-information-excessive');
    await expectSound(opened);
  });

  it('of old programs, with bases in turn and without an end', async () => {
    const list = new Writer();
    for (let i = 0; i < 10_000; i++) list.u64(-1n).u64(BigInt(i)).u64(1).u64(-1n).u16(0);
    const location: MadeAttribute = [DW_AT.location, DW_FORM.sec_offset, (writer) => writer.u32(0)];
    const unit = { ...unitOf(function_([local('x', location)])), version: 4 };
    const opened = await openSections({ ...makeUnits(unit), '.debug_loc': list });
    expect((await opened.program.scopesAt(at))[0]?.blocks[0]?.variables.length).toBe(1);
    await expectSound(opened);
  });
});

describe('range lists', () => {
  const ranges = offset(DW_AT.ranges, 0);

  it.each<[string, Writer]>([
    ['of base addresses alone', repeated([5, 0, 0x10, 0, 0, 0, 0, 0, 0], 60_000)],
    ['of indexed base addresses that are not there', repeated([1, 0xff, 0xff, 0x7f], 60_000)],
    ['without an end', repeated([4, 1, 2], 60_000)],
    ['that go backward, and past the last address', repeated([4, 9, 1, 4, 0x80, 4, 0xff, 0x7f], 9)],
    ['of nothing', new Writer()],
  ])('%s', async (_name, list) => {
    const block = entry(DW_TAG.lexical_block, [ranges], [local('x', inList(0))]);
    const hollow = entry(DW_TAG.subprogram, [text(DW_AT.name, 'hollow'), ranges]);
    const far = entry(DW_TAG.subprogram, [text(DW_AT.name, 'far'), offset(DW_AT.ranges, -1)]);
    const opened = await openSections({
      ...makeUnits(unitOf(function_([block]), hollow, far)),
      '.debug_rnglists': list,
    });
    expect((await opened.program.scopesAt(at)).length).toBe(1);
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(16 * opened.source.size + 2 ** 20);
  });

  it('that thousands of blocks share are not read for ever', async () => {
    const blocks = Array.from({ length: 3000 }, () => entry(DW_TAG.lexical_block, [ranges], []));
    const opened = await openSections({
      ...makeUnits(unitOf(function_(blocks))),
      '.debug_rnglists': repeated([4, 1, 2], 20_000).u8(0),
    });
    expect((await opened.program.scopesAt(at + 0x10n)).length).toBe(1);
    expect(codesOf(opened)).toContain('debug-information-excessive');
    await expectSound(opened);
  });

  it('that thousands of callees share are not read for ever', async () => {
    const callees = Array.from({ length: 3000 }, (_, i) =>
      entry(DW_TAG.subprogram, [offset(DW_AT.ranges, 0)], undefined, `callee ${i}`),
    );
    const calls = callees.map((_, i) =>
      entry(DW_TAG.call_site, [
        [DW_AT.call_return_pc, DW_FORM.addr, (writer) => writer.u64(at + 1n)],
        refer(DW_AT.call_origin, `callee ${i}`),
      ]),
    );
    const opened = await openSections({
      ...makeUnits(unitOf(function_(calls), ...callees)),
      '.debug_rnglists': repeated([4, 1, 2], 20_000).u8(0),
    });
    const [scope] = await opened.program.scopesAt(at);
    const sites = scope ? await opened.program.callSitesOf(scope) : [];
    expect(sites.length).toBe(3000);
    const targets: unknown[] = [];
    for (const site of sites) targets.push(await site.target());
    const found = targets.filter((target) => target !== undefined);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(100);
    expect(codesOf(opened)).toContain('debug-information-excessive');
    await expectSound(opened);
  });
});
