// What this project is built from: each package in one version, with a checksum, and said what it
// is for; none runs a script when it is installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/steps/paths.mjs';
import { thirdParty, thirdPartyFile } from '../../../scripts/thirdParty.mjs';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly dependencies?: object;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const direct = Object.entries(manifest.devDependencies);
const others = Object.entries(packages).filter(([name]) => name !== '');

describe('the packages that this project is built from', () => {
  it('are pinned, to the versions that package-lock.json has', () => {
    expect(manifest.dependencies).toBeUndefined();
    for (const [name, version] of direct) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(packages['']?.devDependencies).toEqual(manifest.devDependencies);
  });

  it('have checksums, each of them', () => {
    const without = others.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
    expect(without.map(([name]) => name)).toEqual([]);
    expect(others.length).toBeGreaterThan(direct.length);
  });

  it('run nothing when they are installed', () => {
    const scripted = others.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([name]) => name)).toEqual([
      'node_modules/@vscode/vsce-sign',
      'node_modules/esbuild',
      'node_modules/keytar',
    ]);
    expect(Object.values(manifest.allowScripts).filter((isAllowed) => isAllowed)).toEqual([]);
    const installing = read('scripts/steps/nodeModules.mjs');
    expect(installing).toMatch(/\['ci', '--ignore-scripts',/);
  });

  it('stand in THIRD-PARTY.md with version, licence and reason', () => {
    const file = readFileSync(thirdPartyFile, 'utf8');
    expect(file).toBe(thirdParty());
    const rows = file.matchAll(/^\| (\S+) \| (\S+) \| ([\w.-]+) \| (\S.+\S) \|$/gm);
    const named = new Map([...rows].map(([, name, version]) => [name, version]));
    for (const [name, version] of direct) expect(named.get(name), name).toBe(version);
  });
});
