// The tab "Frame N": what changed in the selected frame, then everything that it holds.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails } from '../../src/editor/messages';
import { diagnosticList } from '../diagnosticsPanel';
import { t } from '../l10n';
import { leftOutLine } from '../leftOut';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped } from '../text';
import { changedView } from './changedView';
import type { FrameMemoryView } from './memoryView';
import { notCollected } from './notCollected';
import { registersView } from './registersView';
import { valueLine } from './valueLine';
import { variablesTree } from './variablesTree';
import { whereView } from './whereView';

export function framePanel(model: PageModel, memoryView: FrameMemoryView): TemplateResult {
  const { details, frameProblem, selected } = model;
  if (frameProblem?.frame === selected && frameProblem) {
    return html`<p class="empty-note" role="alert">${frameProblem.problem}</p>`;
  }
  if (details === undefined) return html``;
  return html`
    ${whereView(model, details)}
    ${details.diagnostics.length > 0 ? diagnosticList(model, details.diagnostics) : nothing}
    ${changedView(model, details)} ${variables(model)} ${traceStateVariables(model, details)}
    ${registersView(model, details)} ${memory(model, details, memoryView)}
    ${notCollected(model, details)} ${blocks(model, details)}
  `;
}

function variables(model: PageModel): TemplateResult {
  return section(model, { name: 'program-variables', title: t('Collected'), open: true }, () =>
    variablesTree(model),
  );
}

function traceStateVariables(
  model: PageModel,
  { frame, variables: all, leftOut }: FrameDetails,
): TemplateResult | typeof nothing {
  const rows = all.filter(({ value }) => value !== undefined);
  if (rows.length === 0) return nothing;
  return section(
    model,
    {
      name: 'variables',
      title: t('Trace state variables'),
      note: grouped(rows.length),
      open: true,
    },
    () => html`
      <ul class="changed-values mono">
        ${rows.map(({ name, value = '' }) => {
          const menu = menuData({ frame, value: `$${name}`, text: value });
          return valueLine({
            ...{ name: `$${name}`, value, menu },
            was: model.frame.earlierVariable(name),
          });
        })}
      </ul>
      ${leftOutLine(leftOut.variables)}
    `,
  );
}

/** Folded where variables say what is in it. */
function memory(
  model: PageModel,
  { memory: ranges, leftOut }: FrameDetails,
  view: FrameMemoryView,
): TemplateResult {
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  const note =
    ranges.length === 0
      ? t('none collected')
      : `${countText(ranges.length, 'range')}, ${countText(bytes, 'byte')}${more(leftOut.ranges)}`;
  const open = model.trace?.program.state !== 'placed';
  return section(model, { name: 'memory', title: t('Memory'), note, open }, () => view.view());
}

function blocks(
  model: PageModel,
  { blocks: shown, leftOut, size, offset }: FrameDetails,
): TemplateResult {
  const count = `${grouped(shown.length)}${more(leftOut.blocks)}`;
  return section(
    model,
    {
      name: 'blocks',
      title: t('Blocks in the file'),
      note: `${count} · ${t('{0} at {1}', countText(size, 'byte'), offset)}`,
      open: false,
    },
    () => html`
      <table class="values mono">
        ${shown.map(
          ({ kind, offset, length, text }) => html`
            <tr>
              <th scope="row">
                ${link(offset, t('Show these bytes of the file'), () => {
                  model.showBytes({ offset: Number(offset), length });
                })}
              </th>
              <td>${kind}</td>
              <td class="dim">${text}</td>
            </tr>
          `,
        )}
      </table>
    `,
  );
}

/** What a note says of rows that are not shown. */
function more(leftOut: number): string {
  return leftOut === 0 ? '' : t(', and {0} more that are not shown', grouped(leftOut));
}
