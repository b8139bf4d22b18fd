// Units that share the code of an inline function: each file is written as its own unit writes it,
// and gdb with it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';

const folder = mkdtempSync(path.join(tmpdir(), 'symtab-files-'));
const program = path.join(folder, 'program');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('names the files of units that share code as gdb does', async () => {
  mkdirSync(path.join(folder, 'src'));
  const files = {
    'shared.h': 'inline int shared(int n) {\n  return n + 1;\n}\n',
    'one.cpp': '#include "shared.h"\nint two(int);\nint main() {\n  return shared(two(1));\n}\n',
    'two.cpp': '#include "shared.h"\nint two(int n) {\n  return shared(n);\n}\n',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, 'src', name), text);
  }
  const sources = ['src/one.cpp', 'src/two.cpp'];
  execFileSync('g++', ['-g', '-O0', '-no-pie', ...sources, '-o', program], { cwd: folder });
  const opened = await openProgram(new MemorySource(readFileSync(program)), program);
  if ('problem' in opened) throw new Error(opened.problem);
  const places = { 'one.cpp': 4, 'two.cpp': 3, 'shared.h': 2 };
  for (const [name, line] of Object.entries(places)) {
    const own: (string | undefined)[] = [];
    for (const { unit, path } of await opened.program.symtabs((each) => each.endsWith(name))) {
      own.push(await opened.program.lines.writtenFileOfUnit(unit, path));
    }
    const command = `info line ${name}:${line}`;
    const said = execFileSync('gdb', ['-q', '-nx', '-batch', '-ex', command, program]).toString();
    expect(own).toEqual([...said.matchAll(/Line \d+ of "(.*?)"/g)].map(([, file]) => file));
    expect(own[0]).toBe(`src/${name}`);
  }
});
