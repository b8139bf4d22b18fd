// The top of the page, and its bottom: what the run was and why it ended, the program, and the one
// main action.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { ProgramSummary, TraceSummary } from '../src/ask/trace/summary';
import { problemButton } from './diagnosticsPanel';
import { icons } from './icons';
import { t } from './l10n';
import type { PageModel } from './pageModel';
import { bufferUse, collectedWords, countText, grouped, wordList } from './text';

/** One line: what there is no room for is under the tab “Trace”. */
export function header(model: PageModel, trace: TraceSummary): TemplateResult {
  return html`
    <header class="header">
      <div class="run">
        <h1 title=${trace.name}>${trace.name}</h1>
        ${problemButton(model)}
        <span class="frame-count">${frameCount(model)}</span>
        <span class="pill" title=${trace.stopReason}><span>${trace.stopReason}</span></span>
        <span class="dim">${holdings(trace)}</span>
        ${bufferBar(trace)}
      </div>
      <div class="actions">${programButton(model, trace.program)} ${debugButton(model)}</div>
    </header>
    ${progress(model)}
  `;
}

function debugButton(model: PageModel): TemplateResult {
  const { selected } = model;
  const label = selected === undefined ? t('Debug') : t('Debug from frame {0}', grouped(selected));
  return html`<button
    class="primary"
    data-testid="debug-from-frame"
    aria-label=${label}
    title=${label}
    ?disabled=${selected === undefined}
    @click=${() => {
      model.debug();
    }}
  >
    ${icons.play}<span class="in-full">${label}</span><span class="in-short">${t('Debug')}</span>
  </button>`;
}

function frameCount({ frameCount: count, indexing }: PageModel): string {
  return `${countText(count, 'frame')}${indexing.complete ? '' : '…'}`;
}

/** `3 tracepoints · 1 variable · 13 ms`. */
function holdings({ tracepoints, variables, left, duration }: TraceSummary): string {
  const own = variables.filter(({ builtin }) => !builtin).length + (left?.variables ?? 0);
  return [
    countText(tracepoints.length + (left?.tracepoints ?? 0), 'tracepoint'),
    ...(own > 0 ? [countText(own, 'variable')] : []),
    ...(duration === undefined ? [] : [duration]),
  ].join(' · ');
}

function bufferBar({ buffer }: TraceSummary): TemplateResult | typeof nothing {
  if (buffer === undefined) return nothing;
  const { share, text } = bufferUse(buffer);
  const fill = share > 0 ? Math.max(2, share * 100) : 0;
  return html`
    <span
      class="buffer dim"
      title=${buffer.circular ? t('A circular trace buffer') : t('The trace buffer')}
    >
      ${t('buffer')}
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class="bar-track" width="100" height="6" /><rect class="bar-fill" width=${fill} height="6" />`}
      </svg>
      ${text}
    </span>
  `;
}

function progress({ indexing }: PageModel): TemplateResult | typeof nothing {
  if (indexing.complete) return nothing;
  return html`
    <progress
      class="progress"
      aria-label=${t('Indexing the frames')}
      .value=${indexing.fraction}
    ></progress>
  `;
}

function programButton(model: PageModel, program: ProgramSummary): TemplateResult {
  return html`
    <button
      class="pill program program-${program.state}"
      title=${t('{0} Click to choose, place, add or remove programs.', program.explanation)}
      aria-haspopup="dialog"
      @click=${() => {
        model.post({ type: 'chooseProgram' });
      }}
    >
      ${programIcon(program)}<span>${programLabel(program)}</span>
    </button>
  `;
}

function programIcon({ state }: ProgramSummary): TemplateResult {
  return state === 'problem' || state === 'unplaced' ? icons.warning : icons.program;
}

/** A load offset of 0 that nothing speaks against is what one expects. */
function programLabel({ state, name, slide, doubtful }: ProgramSummary): string {
  const file = name ?? t('program');
  switch (state) {
    case 'none':
      return t('Choose Program…');
    case 'searching':
      return t('Looking for the program…');
    case 'placed':
      return slide === undefined || (slide === '0x0' && !doubtful)
        ? file
        : t('{0} · load offset {1}', file, slide);
    case 'unplaced':
      return t('{0} · not placed yet', file);
    case 'problem':
      return t('{0} · problem', file);
  }
}

/** The bottom of the page: where in the trace the selection is. */
export function statusBar(model: PageModel): TemplateResult {
  return html`
    <footer class="status dim">
      <span>${standing(model)}</span>
      <span class="said" role="status">${model.table.hint ?? nothing}</span>
      ${followEndButton(model)} ${model.frameCount > 0 ? hint : nothing}
    </footer>
  `;
}

const hint = html`
  <span class="hint whole-or-none"
    ><span
      >${t('type a number to go to its frame · Space to show the selected row · Enter to debug from it')}</span
    ></span
  >
`;

/** `frame 42 of 114 · tracepoint 2 · offset 0x9c4e · 1,093 bytes · 1 memory block`. */
function standing({ selected, selectedRow, frameCount, details, table }: PageModel): string {
  if (selected === undefined) return countText(frameCount, 'frame');
  const parts = [t('frame {0} of {1}', grouped(selected), grouped(frameCount))];
  if (details?.frame === selected) {
    parts.push(
      t('tracepoint {0}', details.tracepoint),
      t('offset {0}', details.offset),
      countText(details.size, 'byte'),
    );
    const row = selectedRow === undefined ? undefined : table.get(selectedRow);
    if (row?.frame === selected) parts.push(wordList(row.collected.map(collectedWords)));
  }
  return parts.join(' · ');
}

function followEndButton(model: PageModel): TemplateResult {
  const { followsEnd } = model.state;
  return html`<button
    class="bare follow-end"
    aria-pressed=${followsEnd ? 'true' : 'false'}
    title=${t('Selects the last frame whenever the file grows')}
    data-testid="follow-end"
    @click=${() => {
      model.setFollowsEnd(!followsEnd);
    }}
  >
    ${followsEnd ? t('Following the end') : t('Follow the end')}
  </button>`;
}
