// What tests write into a box of VS Code, where something takes the focus meanwhile.
import { expect, it } from 'vitest';
import { write } from '../../scripts/vscode/waiting.mjs';
import { emptyPage } from './chromium';

it('is in the box, and nowhere else', async () => {
  const page = await emptyPage({ width: 400, height: 300 });
  await page.setContent(
    `<input id="box" onfocus="setTimeout(() => source.focus())" oninput="told.value = box.value">
    <input id="source"><input id="told">`,
  );
  await write(page.locator('#box'), 'find');
  const values = () =>
    page.locator('input').evaluateAll((all) => all.map((each: { value: string }) => each.value));
  expect(await values()).toEqual(['find', '', 'find']);
  await page.close();
});
