// axe (Deque's accessibility engine) on a page in VS Code: every rule of WCAG 2 A and AA and its best practices.
import axe from 'axe-core';
import type { Frame } from 'playwright-core';

/** What of a page keeps someone out: a line for each element, empty where there is none. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate<axe.AxeResults>(`axe.run({ rules: ${exceptions} })`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  );
}

/** VS Code gives a page no title of its own: the tab has it. A page is a part of VS Code's, which has the landmarks. */
const exceptions = JSON.stringify({});
