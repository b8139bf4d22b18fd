// The tab "Frame N": everything that the selected frame holds.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, Place, RegisterRow, SourceProblem } from '../src/editor/messages';
import { diagnosticList } from './diagnosticsPanel';
import { icons } from './icons';
import { link } from './link';
import { memoryBox, memoryIslands } from './memoryView';
import type { PageModel } from './pageModel';
import { section } from './section';
import { counted, grouped, placeText } from './text';
import { swatch } from './tracepointColour';

/** The panel; `lineBytes` is how many bytes of memory a line has room for. */
export function framePanel(model: PageModel, lineBytes: number): TemplateResult {
  const { details } = model;
  if (details === undefined) return html``;
  return html`
    ${where(model, details)}
    ${details.diagnostics.length > 0 ? diagnosticList(model, details.diagnostics) : nothing}
    ${variables(model, details)} ${registers(model, details)} ${memory(model, details, lineBytes)}
    ${blocks(model, details)}
  `;
}

function where(model: PageModel, details: FrameDetails): TemplateResult {
  const { functionName, place, pc, pcNote, sourceProblem, stepping, tracepoint } = details;
  return html`
    <div class="where">
      <p class="place-line mono">
        ${functionName === undefined ? nothing : html`<span>${functionName}</span>`}
        ${
          place === undefined
            ? nothing
            : link(placeText(place), `${place.file}:${place.line}`, () => {
                model.openSource(place);
              })
        }
        ${pc === undefined ? nothing : html`<span class="dim">${pc}</span>`}
      </p>
      <p class="dim">
        ${swatch(model.trace, tracepoint)} tracepoint ${tracepoint}${stepping ? ', stepping' : ''} ·
        ${counted(details.size, 'byte')} at ${details.offset}
      </p>
      ${pcNote === undefined ? nothing : note(`PC: ${pcNote}.`)}
      ${
        place === undefined || sourceProblem === undefined
          ? nothing
          : missingSource(model, place, sourceProblem)
      }
    </div>
  `;
}

function missingSource(
  model: PageModel,
  place: Place,
  { sentence, tried }: SourceProblem,
): TemplateResult {
  const locate = link('Locate Source File…', place.file, () => {
    model.locateSource(place);
  });
  return html`<div class="note">
    ${icons.warning}
    <div>
      <p>${sentence} ${locate}</p>
      <details class="tried">
        <summary>${counted(tried.length, 'place')} tried</summary>
        <ul class="mono">
          ${tried.map((path) => html`<li>${path}</li>`)}
        </ul>
      </details>
    </div>
  </div>`;
}

function note(text: string): TemplateResult {
  return html`<div class="note dim">
    ${icons.info}
    <p>${text}</p>
  </div>`;
}

function variables(model: PageModel, details: FrameDetails): TemplateResult | typeof nothing {
  if (details.variables.length === 0) return nothing;
  return section(
    model,
    { name: 'variables', title: 'Trace state variables', open: true },
    () => html`
      <table class="values mono">
        ${details.variables.map(
          ({ name, value }) => html`
            <tr>
              <th scope="row">$${name}</th>
              <td>${value ?? html`<span class="unavailable">&lt;unavailable></span>`}</td>
            </tr>
          `,
        )}
      </table>
    `,
  );
}

function registers(model: PageModel, { registers: groups }: FrameDetails): TemplateResult {
  return html`${groups.map(({ group, registers: rows }, i) => {
    const available = rows.filter((row) => row.available).length;
    const missing = available < rows.length ? `${available} of ${rows.length} collected` : '';
    return section(
      model,
      { name: `registers ${group}`, title: `Registers: ${group}`, note: missing, open: i === 0 },
      () =>
        html`<table class="values registers mono">
          ${rows.map(registerRow)}
        </table>`,
    );
  })}`;
}

/** The second column says nothing that the first says already: `0x202 [ IF ]` and `[ IF ]`. */
function registerRow({ name, text, natural, available }: RegisterRow): TemplateResult {
  const isSaid = text === natural || text.endsWith(` ${natural}`);
  const unavailable = available ? '' : 'unavailable';
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td class=${unavailable}>${text}</td>
      <td class="dim">${isSaid ? '' : natural}</td>
    </tr>
  `;
}

function memory(
  model: PageModel,
  { memory: islands, leftOut }: FrameDetails,
  lineBytes: number,
): TemplateResult {
  const bytes = islands.reduce((sum, { length }) => sum + length, 0);
  const note =
    islands.length === 0
      ? 'none collected'
      : `${counted(islands.length, 'island')}, ${counted(bytes, 'byte')}${more(leftOut.islands)}`;
  return section(
    model,
    { name: 'memory', title: 'Memory', note, open: true },
    () => html`${memoryBox(model, lineBytes)} ${memoryIslands(islands, lineBytes)}`,
  );
}

function blocks(model: PageModel, { blocks: shown, leftOut }: FrameDetails): TemplateResult {
  return section(
    model,
    {
      name: 'blocks',
      title: 'Blocks in the file',
      note: `${grouped(shown.length)}${more(leftOut.blocks)}`,
      open: false,
    },
    () => html`
      <table class="values mono">
        ${shown.map(
          ({ kind, offset, text }) => html`
            <tr>
              <th scope="row">${offset}</th>
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
  return leftOut === 0 ? '' : `, and ${grouped(leftOut)} more that are not shown`;
}
