import { describe, expect, it } from 'vitest';
import { linkedPaths, withoutDeadLinks } from '../../../scripts/steps/markdownLinks.mjs';

const text =
  'See [the map](MAP.md#rooms), [the sample](samples/README.md), [gdb](https://example.org/gdb), [above](#top) and ![a picture](docs/a.png).';

describe('the links of a Markdown text', () => {
  it('lead to paths', () => {
    expect(linkedPaths(text)).toEqual(['MAP.md', 'samples/README.md', 'docs/a.png']);
  });

  it('become plain words where nothing is at their end', () => {
    const shown = withoutDeadLinks(text, (path) => path === 'samples/README.md');
    const words = text.replace('[the map](MAP.md#rooms)', 'the map');
    expect(shown).toBe(words.replace('![a picture](docs/a.png)', 'a picture'));
    expect(withoutDeadLinks(text, () => true)).toBe(text);
  });

  it('are gone where they are a picture alone that is not there', () => {
    const shown = 'One.\n\n![a picture](docs/a.png)\n\nTwo.\n';
    expect(withoutDeadLinks(shown, () => false)).toBe('One.\n\nTwo.\n');
    expect(withoutDeadLinks(shown, () => true)).toBe(shown);
    const elsewhere = '![a picture](https://example.org/a.png)\n\nTwo.\n';
    expect(withoutDeadLinks(elsewhere, () => false)).toBe(elsewhere);
  });
});
