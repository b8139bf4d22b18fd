import { describe, expect, it } from 'vitest';
import { MissingSources } from '../../../src/adapter/missingSources';

const recorded = '/build/app/app.c';
const tried = ['/home/me/app.c', '/home/me/src/app.c'];

describe('a source that is not here', () => {
  it('is said once, with the paths that were tried', () => {
    const missing = new MissingSources();
    expect(missing.isNew(recorded)).toBe(true);
    expect(missing.describe(recorded, tried)).toBe(
      'The source /build/app/app.c was not found. Tried /home/me/app.c, /home/me/src/app.c. Run “Locate Source File…”, or set "sourceMap".',
    );
    expect(missing.describe(recorded, [])).not.toContain('Tried');
    expect(missing.isNew(recorded)).toBe(false);
    missing.source('/build/app/other.c', tried);
    expect(missing.isNew('/build/app/other.c')).toBe(true);
  });

  it('keeps its reference, and has another than other sources', () => {
    const missing = new MissingSources();
    const first = missing.source(recorded, tried);
    const other = missing.source('/build/app/other.c', []);
    expect(first).toMatchObject({ name: 'app.c', path: recorded, sourceReference: 1 });
    expect(other.sourceReference).toBe(2);
    expect(missing.source(recorded, []).sourceReference).toBe(1);
  });

  it('has a text in its place that says where it was looked for and what to do', () => {
    const missing = new MissingSources();
    const { sourceReference = 0 } = missing.source(recorded, tried);
    const text = missing.page(sourceReference)?.content;
    for (const path of [recorded, ...tried]) expect(text).toContain(path);
    expect(text).toContain('"sourceMap": { "/build/app": "…" }');
    missing.source(recorded, ['/elsewhere/app.c']);
    expect(missing.page(sourceReference)?.content).toContain('/elsewhere/app.c');
    for (const unknown of [0, 2, -1]) expect(missing.page(unknown)).toBeUndefined();
  });

  it.each([
    ['/build/app/app.c', '"/build/app"'],
    [String.raw`C:\build\app.c`, String.raw`"C:\\build"`],
    ['app.c', '"app.c"'],
    ['/app.c', '"/app.c"'],
  ])('suggests a mapping that can be pasted: %s', (path, key) => {
    const missing = new MissingSources();
    missing.source(path, []);
    expect(missing.page(1)?.content).toContain(`"sourceMap": { ${key}: "…" }`);
  });

  it('has a page too where the program, or its line, is not known', () => {
    const missing = new MissingSources('disassembly');
    const program = missing.noLine(false);
    const line = missing.noLine(true);
    expect([program.name, line.name]).toEqual(['No program', 'No source']);
    expect(missing.page(program.sourceReference ?? 0)?.content).toContain('Choose Program…');
    expect(missing.page(line.sourceReference ?? 0)?.content).toMatch(/which source line/);
    expect(missing.noLine(false)).toEqual(program);
  });
});
