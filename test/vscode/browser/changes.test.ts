// Who changed this? From a value to the line that wrote it, and to the frames in which it is the
// same, as a person does it.
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { debugSample, frameShown } from './debugSample';
import { becomes } from '../../onScreen';
import { sharedWindow } from './sharedWindow';

describe('who changed a value', () => {
  const shared = sharedWindow();

  it('is told in two clicks: the frame before, and the line that took one too many', async () => {
    const { vscode, page } = await debugSample(shared, 214);
    const views = new DebugViews(vscode);
    await views.addWatch('queue->waiting');
    await becomes(() => views.watched('queue->waiting'), '65535');
    const last = () => views.pickInMenuOf(views.watch('queue->waiting'), 'Go to Last Change');
    await last();
    const row = vscode.quickInput.row('callqueue.c:86 queue->waiting--;');
    await row.waitFor();
    await row.click();
    await becomes(() => frameShown(page), 213);
    await becomes(() => views.whyStopped(), 'Frame 213 of 246 · tracepoint 4');
    await becomes(() => views.watched('queue->waiting'), '0');
    const line = vscode.page.locator('.debug-top-stack-frame-line');
    await eventually('the line', () => line.first().isVisible());
  });

  it('is a list of changes, honest about the frames between', async () => {
    const { vscode, page } = await debugSample(shared, 215);
    const views = new DebugViews(vscode);
    await views.addWatch('total.refused');
    await becomes(() => views.watched('total.refused'), '1');
    await views.pickInMenuOf(views.watch('total.refused'), 'All Changes');
    const first = vscode.page.locator('.quick-input-list .monaco-list-row').first();
    await eventually('the gap', async () =>
      (await first.innerText()).includes(
        'between frame 211 and frame 215 (3 frames between did not collect it)',
      ),
    );
    await first.click();
    await vscode.quickInput.row('Frame 215').waitFor();
    await vscode.quickInput.row('Frame 211').click();
    await becomes(() => frameShown(page), 211);
  });

  it('may be a line that no tracepoint sees yet', async () => {
    const { vscode } = await debugSample(shared, 214);
    const views = new DebugViews(vscode);
    await views.addWatch('queue->waiting');
    await becomes(() => views.watched('queue->waiting'), '65535');
    await views.pickInMenuOf(views.watch('queue->waiting'), 'Go to Last Change');
    const row = vscode.quickInput.row('callqueue.c:66 queue->waiting--;');
    await row.hover();
    await row.getByRole('button', { name: 'Add Tracepoint' }).click();
    await vscode.page.locator('.quick-input-list', { hasText: 'Tracepoint added' }).waitFor();
    await vscode.quickInput.close(5000);
  });

  it('shows the frames where a value is the same', async () => {
    const { vscode, page } = await debugSample(shared, 152);
    const views = new DebugViews(vscode);
    await page.frame.locator('#filter').fill('$tracepoint == 4');
    await page.frame.locator('#filter').press('Enter');
    await becomes(() => page.frameCount(), 97);
    await views.addWatch('call->state');
    await becomes(() => views.watched('call->state'), 'HUNG_UP');
    const menu = 'Show Frames Where It Equals This';
    await views.pickInMenuOf(views.watch('call->state'), menu);
    await becomes(() => page.frameCount(), 1);
    await eventually('frame 152', async () => (await page.row(0).innerText()).startsWith('152'));
  });
});
