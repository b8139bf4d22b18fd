// axe (Deque's accessibility engine) on a page: every rule of WCAG 2 A and AA and its
// best practices.
import axe from 'axe-core';
import type { Frame } from 'playwright-core';

/** The rules to run: all, or those whose findings depend on the theme. */
export type Rules = 'all' | 'colours';

/**
 * Of axe's rules that are on by default, those that look at colours; the others look at the
 * structure, which a theme leaves alone.
 */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** What of a page keeps someone out: a line for each element, empty where there is none. */
export async function violationsIn(frame: Frame, rules: Rules = 'all'): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: rulesOfColours }),
  };
  const violations = await frame.evaluate<axe.Result[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  );
}
