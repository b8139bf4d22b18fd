// The registers that the frame collected, by group.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, RegisterRow } from '../../src/ask/frame/frameDetails';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { grouped } from '../text';
import { menuButton } from './valueLine';

type Group = FrameDetails['registers'][number];

/** A section for each group of which something was collected; open where no variable is known. */
export function registersView(
  model: PageModel,
  { frame, registers }: FrameDetails,
): TemplateResult {
  const isNameless = model.trace?.program.state !== 'placed';
  return html`${registers.map(({ group, registers: all }, i) => {
    const rows = all.filter(({ collected }) => collected);
    if (rows.length === 0) return nothing;
    return section(
      model,
      {
        name: `registers ${group}`,
        title: t('Registers: {0}', group),
        note: noteOf(model, rows),
        open: i === 0 && isNameless,
      },
      () =>
        html`<table class="values registers mono">
          ${rows.map((row) => registerRow(frame, row, model.frame.earlierRegister(row.name)))}
        </table>`,
    );
  })}`;
}

/** `24 · 2 changed`. */
function noteOf({ frame }: PageModel, rows: Group['registers']): string {
  const changed = rows.filter(({ name }) => frame.earlierRegister(name) !== undefined).length;
  const count = grouped(rows.length);
  return changed === 0 ? count : `${count} · ${t('{0} changed', grouped(changed))}`;
}

/** The second column says nothing that the first says already: `0x202 [ IF ]` and `[ IF ]`. */
function registerRow(frame: number, row: RegisterRow, was: string | undefined): TemplateResult {
  const { name, text, natural } = row;
  const isSaid = text === natural || text.endsWith(` ${natural}`);
  return html`
    <tr data-vscode-context=${registerMenu(frame, row)}>
      <th scope="row">${name}</th>
      <td class=${was === undefined ? '' : 'changed'}>${text}</td>
      <td class="dim">${isSaid ? '' : natural}</td>
      <td class="was">${was === undefined ? nothing : t('was {0}', was)}</td>
      <td class="menu-cell">${menuButton(name)}</td>
    </tr>
  `;
}

/** What VS Code's menu is told of a register: memory is looked at where it points. */
export function registerMenu(frame: number, { name, text, available }: RegisterRow): string {
  const value = `$${name}`;
  if (!available) return menuData({ frame, value });
  const isAddress = /^0x[0-9a-f]{1,16}$/.test(text);
  return menuData({ frame, value, text, register: name, ...(isAddress && { address: text }) });
}
