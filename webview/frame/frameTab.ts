// The tab "Frame N": what changed in the selected frame, then everything that it holds.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails } from '../../src/ask/frame/frameDetails';
import { diagnosticList } from '../diagnosticsPanel';
import { t } from '../l10n';
import { leftOutLine } from '../phrase';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped } from '../text';
import { changedView } from './changedView';
import type { FrameMemoryView } from './memoryView';
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

/** A name of something that is missing, and what to type to get it in other frames. */
interface Missing {
  readonly name: string;
  readonly expression?: string | undefined;
}

function notCollected(
  model: PageModel,
  { frame, registers, variables }: FrameDetails,
): TemplateResult | typeof nothing {
  const lists: readonly { readonly title: string; readonly missing: readonly Missing[] }[] = [
    { title: t('Variables'), missing: model.frame.variables.missing },
    {
      title: t('Trace state variables'),
      missing: variables.filter(({ value }) => value === undefined).map(({ name }) => of(name)),
    },
    ...registers.filter(isOfUse).map(({ group, registers: all }) => ({
      title: t('Registers: {0}', group),
      missing: all.filter(({ collected }) => !collected).map(({ name }) => of(name)),
    })),
  ].filter(({ missing }) => missing.length > 0);
  const count = lists.reduce((sum, { missing }) => sum + missing.length, 0);
  if (count === 0) return nothing;
  return section(
    model,
    { name: 'not-collected', title: countText(count, 'notCollected'), open: false },
    () => html`
      <dl class="facts" data-testid="not-collected">
        ${lists.map(
          ({ title, missing }) =>
            html`<dt>${title}</dt>
              <dd class="mono">${missing.map((each) => nameOf(frame, each))}</dd>`,
        )}
      </dl>
    `,
  );
}

function isOfUse({ group, registers }: FrameDetails['registers'][number]): boolean {
  return group === 'general' || registers.some(({ collected }) => collected);
}

function of(name: string): Missing {
  return { name, expression: `$${name}` };
}

/** Another frame may have collected it, so it can still be a column or a track. */
function nameOf(frame: number, { name, expression }: Missing): TemplateResult {
  const menu = expression === undefined ? nothing : menuData({ frame, value: expression });
  return html`<span class="missing-name" data-vscode-context=${menu}>${name}</span> `;
}
