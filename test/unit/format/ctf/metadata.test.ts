import { describe, expect, it } from 'vitest';
import { isGdbMetadata, readMetadata } from '../../../../src/format/ctf/metadata';
import { metadataText } from './ctfBytes';

const text = metadataText('little', 816);
const gdbs = [
  ...([
    [0, 'register'],
    [1, 'tsv'],
    [2, 'memory'],
    [3, 'frame'],
  ] as const),
  ...([
    [4, 'status'],
    [5, 'tsv_def'],
    [6, 'tp_def'],
  ] as const),
];

function read(metadata: string) {
  const result = readMetadata(metadata);
  if ('problem' in result) throw new Error(result.problem);
  const { order, registerBlockSize, events } = result.metadata;
  const numbered = [...events].sort(([a], [b]) => a - b);
  return { order, registerBlockSize, events: numbered, findings: result.diagnostics };
}

/** The same text without the description of an event. */
function without(name: string): string {
  const before = text.slice(0, text.lastIndexOf('event {', text.indexOf(`name = "${name}"`)));
  return before + text.slice(text.indexOf('};\n\n', before.length + 1));
}

describe('gdb’s metadata', () => {
  it.each(['little', 'big'] as const)('in %s-endian order is read', (order) => {
    const expected = { order, registerBlockSize: 816, events: gdbs, findings: [] };
    expect(read(metadataText(order, 816))).toEqual(expected);
  });

  it('is recognised, and no other', () => {
    expect(isGdbMetadata(text)).toBe(true);
    const lttng =
      '/* CTF 1.8 */\ntrace { byte_order = le; };\nevent { name = "sched_switch"; id = 0; };';
    for (const other of ['', '\u007fTRACE0\n', 'name = "memory"', lttng, '\xd5\x11\x1d\x75']) {
      expect(isGdbMetadata(other)).toBe(false);
      expect(readMetadata(other)).toEqual({
        problem: expect.stringContaining('none of gdb’s events') as string,
      });
    }
  });

  it('may be laid out otherwise, with comments', () => {
    const other = text
      .replaceAll('\n', ' \r\n\t')
      .replace('uint64_t address;', '/* a run-time\naddress */ uint64_t   address ; // yes\n')
      .replace('contents[816]', 'contents [ 816 ]');
    expect(read(other)).toMatchObject({ registerBlockSize: 816, events: gdbs, findings: [] });
  });

  it('may number its events otherwise', () => {
    const { events, findings } = read(text.replace('id = 2;', 'id = 12;'));
    expect(events).toContainEqual([12, 'memory']);
    expect(events).toHaveLength(7);
    expect(findings).toEqual([]);
  });

  it('without a byte order is little-endian, and says so', () => {
    expect(read(text.replace('byte_order = le', 'byte_order = native'))).toMatchObject({
      order: 'little',
      findings: [
        {
          code: 'ctf-metadata',
          found: 'native',
          message: expect.stringContaining('line 15') as string,
        },
      ],
    });
  });

  it('with an event of other fields leaves that event out, and says the line', () => {
    const { events, findings } = read(text.replace('uint16_t length;', 'uint32_t length;'));
    expect(events.map(([, name]) => name)).not.toContain('memory');
    expect(findings).toMatchObject([
      { message: expect.stringMatching(/“memory” .* \(metadata, line 33\)/) as string },
    ]);
  });

  it('with an event that gdb does not write leaves that out', () => {
    const { events, findings } = read(
      `${text}\nevent { name = "more"; id = 7; fields := struct { }; };`,
    );
    expect(events).toEqual(gdbs);
    expect(findings).toMatchObject([{ code: 'ctf-metadata', found: 'more' }]);
  });

  it('without an event reads it as gdb numbers it, but for registers, whose size is not known', () => {
    expect(read(without('tsv'))).toMatchObject({
      events: gdbs,
      findings: [{ severity: 'warning' }],
    });
    const { events, registerBlockSize, findings } = read(without('register'));
    expect(events).toEqual(gdbs.slice(1));
    expect(registerBlockSize).toBe(0);
    expect(findings).toHaveLength(1);
  });

  it('cut at any byte is read as far as it goes, or refused', () => {
    let refused = 0;
    for (let cut = 0; cut <= text.length; cut++) {
      const result = readMetadata(text.slice(0, cut));
      if ('problem' in result) refused++;
      else expect(result.metadata.order).toBe('little');
    }
    expect(refused).toBe(text.indexOf('"memory"') + '"memory"'.length);
  });

  it('that is hostile ends soon', () => {
    const open = `${text}${'event {'.repeat(100_000)}`;
    const closed = `${open}${'}'.repeat(100_000)}`;
    for (const nested of [open, closed]) expect(read(nested).events).toEqual(gdbs);
    expect(read(text.replace('816', '4000000000'))).toMatchObject({ registerBlockSize: 0 });
  });
});
