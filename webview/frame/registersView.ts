// Registers by group. What changed is bold, and its earlier value stands beside it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, RegisterRow } from '../../src/editor/messages';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { menuData } from '../menu';
import { section } from '../section';
import { grouped } from '../text';
import { sinceText } from './changesBar';

type Group = FrameDetails['registers'][number];

export function registersView(
  model: PageModel,
  { frame: number, registers }: FrameDetails,
): TemplateResult {
  const { frame } = model;
  const isChanged = ({ name }: RegisterRow): boolean => frame.earlierRegister(name) !== undefined;
  return html`${registers.map(({ group, registers: all }, i) => {
    const changed = all.filter(isChanged).length;
    const rows = frame.onlyChanged ? all.filter(isChanged) : all;
    if (rows.length === 0) return nothing;
    return section(
      model,
      {
        name: `registers ${group}`,
        title: t('Registers: {0}', group),
        note: groupNote(model, all, changed),
        open: i === 0,
      },
      () =>
        html`<table class="values registers mono">
          ${rows.map((row) => registerRow(number, row, frame.earlierRegister(row.name)))}
        </table>`,
    );
  })}`;
}

/** `16 of 24 collected · 2 changed since frame 41`. */
function groupNote(model: PageModel, all: Group['registers'], changed: number): string {
  const available = all.filter((row) => row.available).length;
  return [
    ...(available < all.length
      ? [t('{0} of {1} collected', grouped(available), grouped(all.length))]
      : []),
    ...(changed > 0 ? [`${grouped(changed)} ${sinceText(model)}`] : []),
  ].join(' · ');
}

/** The second column says nothing that the first says already: `0x202 [ IF ]` and `[ IF ]`. */
function registerRow(
  frame: number,
  { name, text, natural, available }: RegisterRow,
  was: string | undefined,
): TemplateResult {
  const isSaid = text === natural || text.endsWith(` ${natural}`);
  const state = available ? (was === undefined ? '' : 'changed') : 'unavailable';
  return html`
    <tr data-vscode-context=${registerMenu(frame, name, text, available)}>
      <th scope="row">${name}</th>
      <td class=${state}>${text}</td>
      <td class="dim">${isSaid ? '' : natural}</td>
      <td class="was">${was === undefined ? nothing : t('was {0}', was)}</td>
    </tr>
  `;
}

function registerMenu(frame: number, name: string, text: string, available: boolean): string {
  const value = `$${name}`;
  return menuData(available ? { frame, value, text, register: name } : { frame, value });
}
