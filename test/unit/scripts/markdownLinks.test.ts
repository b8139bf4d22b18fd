import { describe, expect, it } from 'vitest';
import {
  linkedPaths,
  withoutPictures,
  withPublicLinks,
} from '../../../scripts/steps/markdownLinks.mjs';

const text =
  'See [the map](MAP.md#rooms), [the sample](samples/README.md), [gdb](https://example.org/gdb), [above](#top) and ![a picture](docs/a.png).';

describe('the links of a Markdown text', () => {
  it('lead to paths', () => {
    expect(linkedPaths(text)).toEqual(['MAP.md', 'samples/README.md', 'docs/a.png']);
  });

  it('become plain words where nothing is at their end, and pictures their words', () => {
    const shown = withoutPictures(text, (path) => path === 'samples/README.md');
    const words = text.replace('[the map](MAP.md#rooms)', 'the map');
    expect(shown).toBe(words.replace('![a picture](docs/a.png)', 'a picture'));
  });

  it('are gone where they are a picture alone that is a file', () => {
    const shown = 'One.\n\n![a picture](docs/a.png)\n\nTwo.\n';
    expect(withoutPictures(shown, () => true)).toBe('One.\n\nTwo.\n');
    const elsewhere = '![a picture](https://example.org/a.png)\n\nTwo.\n';
    expect(withoutPictures(elsewhere, () => false)).toBe(elsewhere);
  });

  it('are gone in a list, too', () => {
    const shown = '1. One.\n\n   ![a picture](../a.png)\n\n2. Two.\n';
    expect(withoutPictures(shown, () => true)).toBe('1. One.\n\n2. Two.\n');
  });

  it('lead to a public repository, but where they lead to what is there', () => {
    const page = 'https://github.com/owner/name';
    const shown = '[One](one.md), [two](two.md), ![a picture](../a.png)';
    expect(withPublicLinks(shown, page, 'docs/guides', (path) => path === 'one.md')).toBe(
      `[One](one.md), [two](${page}/blob/HEAD/docs/guides/two.md), ` +
        `![a picture](${page}/raw/HEAD/docs/a.png)`,
    );
  });

  it('lead to a public repository', () => {
    const page = 'https://github.com/owner/name';
    expect(withPublicLinks(text, page, '', () => false)).toBe(
      text
        .replace('(MAP.md#rooms)', `(${page}/blob/HEAD/MAP.md#rooms)`)
        .replace('(samples/README.md)', `(${page}/blob/HEAD/samples/README.md)`)
        .replace('(docs/a.png)', `(${page}/raw/HEAD/docs/a.png)`),
    );
  });
});
