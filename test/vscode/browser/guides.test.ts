// The guides of docs/guides, followed from their first to their last line as they are written. What
// is on the screen after each step is in test-results/guides.
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { follow } from '../../../scripts/guides/guide.mjs';
import { guides } from '../../../scripts/guides/guides.mjs';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { openVscode } from './openVscode';

describe('the guide', () => {
  for (const guide of guides) {
    it(`${guide.name} is as it is written`, async () => {
      const vscode = await openVscode({ prepare: guide.prepare });
      await follow(guide, vscode, async ({ title }, isDone) => {
        const name = `${guide.name} ${title}`.replaceAll(/\W+/g, '-');
        if (isDone) await vscode.screenshot(join(resultsFolder, 'guides', `${name}.png`));
      });
    });
  }
});
