// The tab "Frame N": everything that the selected frame holds.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, RegisterRow } from '../../src/editor/messages';
import { diagnosticList } from '../diagnosticsPanel';
import { t } from '../l10n';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped } from '../text';
import { changesBar, sinceText } from './changesBar';
import type { FrameMemoryView } from './memoryView';
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
    ${changesBar(model)} ${variables(model)} ${traceStateVariables(model, details)}
    ${registersView(model, details)} ${memory(model, details, memoryView)} ${blocks(model, details)}
  `;
}

function variables(model: PageModel): TemplateResult {
  const { level, stackFrames } = model.frame.variables;
  const name = stackFrames[level]?.name;
  return section(
    model,
    { name: 'program-variables', title: t('Variables'), note: name ?? '', open: true },
    () => variablesTree(model),
  );
}

function traceStateVariables(
  model: PageModel,
  { frame: number, variables: all }: FrameDetails,
): TemplateResult | typeof nothing {
  const { frame } = model;
  const rows = frame.onlyChanged
    ? all.filter(({ name }) => frame.earlierVariable(name) !== undefined)
    : all;
  if (rows.length === 0) return nothing;
  return section(
    model,
    { name: 'variables', title: t('Trace state variables'), open: true },
    () => html`
      <table class="values mono">
        ${rows.map(({ name, value }) =>
          variableRow(number, name, value, frame.earlierVariable(name)),
        )}
      </table>
    `,
  );
}

function variableRow(
  frame: number,
  name: string,
  value: string | undefined,
  was: string | undefined,
): TemplateResult {
  return html`
    <tr
      data-vscode-context=${menuData({ frame, value: `$${name}`, ...(value !== undefined && { text: value }) })}
    >
      <th scope="row">$${name}</th>
      <td class=${was === undefined ? '' : 'changed'}>
        ${value ?? html`<span class="unavailable">&lt;unavailable></span>`}
      </td>
      <td class="was">${was === undefined ? nothing : t('was {0}', was)}</td>
    </tr>
  `;
}

function memory(
  model: PageModel,
  { memory: islands, leftOut }: FrameDetails,
  view: FrameMemoryView,
): TemplateResult {
  const bytes = islands.reduce((sum, { length }) => sum + length, 0);
  const note =
    islands.length === 0
      ? t('none collected')
      : `${countText(islands.length, 'range')}, ${countText(bytes, 'byte')}${more(leftOut.ranges)}`;
  return section(model, { name: 'memory', title: t('Memory'), note, open: true }, () =>
    view.view(),
  );
}

function blocks(model: PageModel, { blocks: shown, leftOut }: FrameDetails): TemplateResult {
  return section(
    model,
    {
      name: 'blocks',
      title: t('Blocks in the file'),
      note: `${grouped(shown.length)}${more(leftOut.blocks)}`,
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

type Group = FrameDetails['registers'][number];

/** Registers by group. What changed is bold, and followed by its earlier value. */
function registersView(
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
  const collected = all.filter((row) => row.collected).length;
  return [
    ...(collected < all.length
      ? [t('{0} of {1} collected', grouped(collected), grouped(all.length))]
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
