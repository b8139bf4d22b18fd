// Who changed this? From a value to the line that wrote it, and to the frames in which it is the
// same, as a person does it.
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { TraceEditor } from '../../../scripts/vscode/traceEditor.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { debugSample, frameShown } from './debugSample';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';

describe('who changed a value', () => {
  const shared = sharedWindow();

  it('is told by the line that took one too many, by all changes, and by equal frames', async () => {
    const { vscode, page } = await debugSample(shared.freshSample(), 214);
    const views = new DebugViews(vscode);
    const pick = (expression: string, item: string) =>
      views.pickInMenuOf(views.watch(expression), item);
    const { quickInput } = vscode;

    await views.addWatch('queue->waiting');
    await becomes(() => views.watched('queue->waiting'), '65535');
    await pick('queue->waiting', 'Go to Last Change');
    // A line that no tracepoint sees yet.
    const unseen = quickInput.row('callqueue.c:66 queue->waiting--;');
    await unseen.hover();
    await unseen.getByRole('button', { name: 'Add Tracepoint' }).click();
    await vscode.page.locator('.quick-input-list', { hasText: 'Tracepoint added' }).waitFor();
    await quickInput.close(5000);
    await pick('queue->waiting', 'Go to Last Change');
    const seen = quickInput.row('callqueue.c:86 queue->waiting--;');
    await seen.waitFor();
    await seen.click();
    await becomes(() => frameShown(page), 213);
    await becomes(() => views.whyStopped(), 'Frame 213 of 246 · tracepoint 4');
    await becomes(() => views.watched('queue->waiting'), '0');
    const line = vscode.page.locator('.debug-top-stack-frame-line');
    await eventually('the line', () => line.first().isVisible());

    // The list is honest about the frames between.
    await page.goTo(215);
    await views.addWatch('total.refused');
    await becomes(() => views.watched('total.refused'), '1');
    await pick('total.refused', 'All Changes');
    const first = vscode.page.locator('.quick-input-list .monaco-list-row').first();
    await reads(
      () => first.innerText(),
      /between frame 211 and frame 215 \(3 frames between did not collect it\)/,
    );
    await first.click();
    await quickInput.row('Frame 215').waitFor();
    await quickInput.row('Frame 211').click();
    await becomes(() => frameShown(page), 211);

    await page.goTo(152);
    await new TraceEditor(vscode).filter('$tracepoint == 4', (count) => count === 97);
    await views.addWatch('call->state');
    await becomes(() => views.watched('call->state'), 'HUNG_UP');
    await pick('call->state', 'Show Frames Where It Equals This');
    await becomes(() => page.frameCount(), 1);
    await reads(() => page.row(0).innerText(), /^152/);
  });
});
