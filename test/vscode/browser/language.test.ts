// VS Code in another language: the page and the debugger take its strings. The rest of the page is
// in test/page/language.test.ts.
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { resultsFolder, samplesFolder } from '../../../scripts/steps/paths.mjs';
import { becomes } from '../../onScreen';
import { openVscode } from './openVscode';
import { TracePage } from './tracePage';

describe('in simplified Chinese', () => {
  it('are the page and the console of its debugger', async () => {
    const vscode = await openVscode({ folder: samplesFolder, language: 'zh-cn' });
    await vscode.openFromExplorer('callqueue.tf', { keep: true });
    const page = await TracePage.of(vscode);
    await page.frame.getByRole('button', { name: '从帧 0 调试' }).waitFor();
    await becomes(() => page.frame.locator('html').getAttribute('lang'), 'zh-cn');
    await page.select(1);
    await page.frame.getByRole('button', { name: '从帧 1 调试' }).waitFor();
    await page.debug();
    await becomes(() => vscode.stopped(), 86);
    await vscode.showDebugView();
    await vscode.screenshot(join(resultsFolder, 'views', 'chinese-debugger.png'));
    const views = new DebugViews(vscode);
    await views.ask('tstatus');
    await views.consoleRow('Using a trace file.').waitFor();
    await views.ask('run');
    await views.consoleRow('不支持“run”').waitFor();
    await views.ask('help info');
    await views.consoleRow('所选栈帧的全部信息').waitFor();
    await vscode.screenshot(join(resultsFolder, 'views', 'chinese-console.png'));
  });
});
