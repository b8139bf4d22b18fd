import { beforeEach, describe, expect, it } from 'vitest';
import { Scripts } from '../../../src/platform/scripts.web';

interface Main {
  readonly value: number;
  readonly later: () => Promise<{ readonly value: number }>;
}

/** As the build makes them. */
const files: Record<string, string> = {
  'main.js': `
    const { value } = require("./shared.js");
    exports.value = value;
    exports.later = () => Promise.resolve().then(()=>require("./later.js"));`,
  'later.js': 'exports.value = require("./shared.js").value + require("./runtime.js").value;',
  'shared.js': 'globalThis.runs = (globalThis.runs ?? 0) + 1; exports.value = require("given").n;',
  'runtime.web.js': 'exports.value = 100;',
  'library.js': 'exports.nothing = require("node:fs").readFile;',
};

const imports = {
  'main.js': ['shared.js'],
  'later.js': ['shared.js', 'runtime.web.js'],
};

describe('files of dist/ in a browser', () => {
  let read: string[];
  let broken: boolean;
  let scripts: Scripts;

  beforeEach(() => {
    read = [];
    broken = false;
    scripts = new Scripts(
      (name) => {
        read.push(name);
        return broken ? Promise.reject(new Error('offline')) : Promise.resolve(files[name] ?? '');
      },
      imports,
      { given: { n: 7 } },
    );
  });

  it('are read when they are needed, and run once', async () => {
    const before = (globalThis as { runs?: number }).runs ?? 0;
    const main = (await scripts.load('main.js')) as Main;
    expect(main.value).toBe(7);
    expect(read).toEqual(['main.js', 'shared.js']);
    // A file for the web takes the place of its namesake.
    expect((await main.later()).value).toBe(107);
    expect(await main.later()).toBe(await main.later());
    expect(read).toEqual(['main.js', 'shared.js', 'later.js', 'runtime.web.js']);
    expect((globalThis as { runs?: number }).runs).toBe(before + 1);
  });

  it('are read again where they could not be', async () => {
    broken = true;
    await expect(scripts.load('main.js')).rejects.toThrow('offline');
    broken = false;
    expect(((await scripts.load('main.js')) as Main).value).toBe(7);
  });

  it('have nothing of node', async () => {
    expect(await scripts.load('library.js')).toEqual({ nothing: undefined });
  });
});
