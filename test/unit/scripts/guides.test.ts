// The guides hold together: each text of docs/guides has a tour that knows all of its steps, and
// its pictures are there.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideText, stepsIn } from '../../../scripts/guides/guide.mjs';
import { guides } from '../../../scripts/guides/guides.mjs';

const docs = path.join(import.meta.dirname, '../../../docs');

describe('the guides', () => {
  it('are those of the folder', () => {
    const texts = readdirSync(path.join(docs, 'guides')).map((name) => path.parse(name).name);
    expect(guides.map(({ name }) => name).sort()).toEqual(texts.sort());
  });

  it.each(guides)('$name: each step is followed, and pictured where it says so', (guide) => {
    const text = guideText(guide.name);
    const steps = stepsIn(text);
    expect(steps).toHaveLength(text.match(/^\d+\. /gm)?.length ?? 0);
    expect(guide.acts).toHaveLength(steps.length);
    const pictures = steps.flatMap((step) => step.pictures);
    expect(pictures.length).toBe(text.match(/!\[/g)?.length);
    const missing = pictures.filter((name) => !existsSync(path.join(docs, 'images', name)));
    expect(missing).toEqual([]);
  });

  it('have steps with titles, code and commands', () => {
    const text =
      '# One\n\n1. **Do it.** Type `a  b`:\n\n   ```sh\n   ls `x`\n   ```\n\n   ![a](../b.png)\n\n' +
      '2. **Look.** `c` is\n   `d`.\n\nDone `e`.\n';
    expect(stepsIn(text)).toEqual([
      { title: 'Do it', code: ['a b'], commands: 'ls `x`\n', pictures: ['b.png'] },
      { title: 'Look', code: ['c', 'd'], commands: '', pictures: [] },
    ]);
  });
});
