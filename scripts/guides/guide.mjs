// The guides of docs/guides, followed as they are written: what is typed at a step, and what is seen
// then, comes from its text, in code spans. Their pictures are taken on the way.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../steps/paths.mjs';

/** @typedef {import('../vscode/workbench.mjs').Workbench} Workbench */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly string[]} code its code spans, in their order
 * @property {string} commands its lines for a shell
 * @property {readonly string[]} pictures names of PNG files
 */

/**
 * Does what a step says; resolves once the screen shows what it says.
 * @callback Act
 * @param {Workbench} workbench
 * @param {Step} step
 * @param {() => Promise<void>} glance looks at the screen on the way, as at the end of each step
 * @returns {Promise<void>}
 */

/**
 * @typedef {object} Guide
 * @property {string} name of its file in docs/guides
 * @property {string} folder what the folder is called that the window opens
 * @property {(folder: string) => void} prepare lays it out, while it is empty
 * @property {readonly Act[]} acts one for each step
 */

const guidesFolder = join(root, 'docs', 'guides');

/** @param {string} name */
export function guideText(name) {
  return readFileSync(join(guidesFolder, `${name}.md`), 'utf8');
}

/**
 * The numbered steps of a guide: a paragraph that begins in bold, and what is indented below it.
 * @param {string} text
 * @returns {Step[]}
 */
export function stepsIn(text) {
  const items = text.matchAll(/^\d+\. \*\*(.+?)\.\*\*(.*\n(?:(?: {3}.*)?\n)*)/gm);
  return [...items].map(([, title = '', body = '']) => {
    const commands = [...body.matchAll(/^ {3}```sh\n([^]*?)^ {3}```$/gm)].map(
      ([, all = '']) => all,
    );
    const prose = body.replaceAll(/^ {3}```[^]*?^ {3}```$/gm, '');
    return {
      title,
      code: [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' ')),
      commands: commands.join('').replaceAll(/^ {3}/gm, ''),
      pictures: [...prose.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to = '']) => basename(to)),
    };
  });
}

/**
 * @param {Guide} guide
 * @param {Workbench} workbench a window with a folder that the guide has prepared
 * @param {(step: Step, isDone: boolean) => Promise<void>} look is called in the course of each step
 *   and at its end
 * @returns {Promise<string>} what was done
 */
export async function follow({ name, acts }, workbench, look) {
  const steps = stepsIn(guideText(name));
  for (const [index, step] of steps.entries()) {
    const act = acts[index];
    if (act === undefined) throw new Error(`Nobody knows how to do “${step.title}” of ${name}.`);
    await act(workbench, step, () => look(step, false));
    await look(step, true);
  }
  return `${name}: ${steps.length} steps`;
}
