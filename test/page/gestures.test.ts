// What tests do to a page that changes meanwhile.
import { expect, it } from 'vitest';
import { openMenuOf, tried, write } from '../../scripts/vscode/waiting.mjs';
import { emptyPage } from './chromium';

it('writes into the box, and nowhere else, where something takes the focus', async () => {
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

it('opens the menu of what was meant, where it moves under the click', async () => {
  const page = await emptyPage({ width: 400, height: 300 });
  // The first click is taken for the neighbour, before that is drawn.
  await page.setContent(
    `<div id="lens" style="height: 30px"></div><div id="line">9</div><input id="told">
    <script>
      line.oncontextmenu = () => {
        told.value += lens.style.height === '30px' ? '10 ' : '9 ';
        requestAnimationFrame(() => (lens.style.height = '0px'));
      };
    </script>`,
  );
  await tried('a menu', (timeout) => openMenuOf(page.locator('#line'), timeout));
  expect(await page.locator('#told').inputValue()).toBe('10 9 ');
  await page.close();
});
