// A trace from a stranger, whose every string is HTML: it is shown as the text that it is, wherever
// it is shown.
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { samplesFolder } from '../../scripts/steps/paths.mjs';
import { reads } from '../onScreen';
import { bytesOf, sample } from '../vscode/browser/tracePage';
import { TestedPage } from './testedPage';

const html = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>';

/** As in a trace file: two hexadecimal digits a byte. */
const digits = (text: string): string => Buffer.from(text).toString('hex');

/**
 * The sample with HTML for each string of its description: what was typed, names of variables,
 * notes, why it stopped.
 */
function hostileTrace(): Uint8Array {
  const bytes = Buffer.from(bytesOf(sample));
  const end = bytes.indexOf('\n\n');
  const description = bytes
    .toString('latin1', 0, end)
    .replace(/^(tp Z\w+:\w+:\w+):0:\w+:\w+$/gm, `$1:0:${html.length.toString(16)}:${digits(html)}`)
    .replace(/^(tsv \d+:0:[01]):\w+$/gm, `$1:${digits(html)}`)
    .replace(/tstop:\w+/, `tstop:${digits(html)}`)
    .replace(/;notes:\w*/, `;notes:${digits(html)}`)
    .replace(/;username:\w*/, `;username:${digits(html)}`);
  const more = `\ntp ${html}\n${html}`;
  return Buffer.concat([Buffer.from(description + more, 'latin1'), bytes.subarray(end)]);
}

describe('a trace whose strings are HTML', () => {
  it('shows them as text, and nothing of it runs', async () => {
    const folder = temporaryFolder('hostile');
    copyFileSync(join(samplesFolder, 'callqueue'), join(folder, 'callqueue'));
    const file = join(folder, 'hostile.tfile');
    writeFileSync(file, hostileTrace());
    const page = await TestedPage.open({ file });
    const policy = await page.frame
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .getAttribute('content');
    assert.match(policy ?? '', /^default-src 'none'; (?!.*unsafe)/);
    await page.select(3);
    for (const [tab, content] of [
      ['Frame 3', /<img/],
      ['Tracepoints', /<img/],
      ['Trace', /<img/],
      ['Bytes', /^0000[\da-f]{4}$/m],
      ['Problems', /<img/],
    ] as const) {
      await page.showTab(tab);
      await reads(() => page.details(), content);
      assert.equal(await page.frame.locator('img, iframe, [onerror], body b').count(), 0, tab);
      assert.equal(await page.frame.evaluate("'owned' in window"), false, tab);
    }
    await page.close();
  });
});
