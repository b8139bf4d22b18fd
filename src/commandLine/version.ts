// The version of the package that this program is in.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As package.json has it, which is beside dist/. */
export async function packageVersion(): Promise<string> {
  const manifest = await readFile(join(__dirname, '..', 'package.json'), 'utf8');
  return String((JSON.parse(manifest) as { readonly version: unknown }).version);
}
