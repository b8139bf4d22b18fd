// What changed in the frame since the one that it is compared with: values first, then registers
// and bytes.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ChangedValue } from '../../src/ask/frame/changedValues';
import type { EarlierBytes, FrameChanges } from '../../src/ask/frame/frameChanges';
import type { FrameDetails } from '../../src/ask/frame/frameDetails';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped } from '../text';
import { registerMenu } from './registersView';
import { valueLine } from './valueLine';

/** Runs of bytes that are listed: the memory itself marks all of them. */
const maxRuns = 20;

export function changedView(model: PageModel, details: FrameDetails): TemplateResult {
  const { changes } = model.frame;
  return section(
    model,
    { name: 'changed', title: t('Changed'), note: changes ? noteOf(changes) : '', open: true },
    () => (changes ? listOf(model, details, changes) : awaited(model.frame.linesBefore)),
  );
}

/** `4 since frame 208`. */
function noteOf({ note, before = 0, values, variables, registers, memory }: FrameChanges): string {
  if (note !== undefined) return note;
  const count = values.length + variables.length;
  if (count > 0) return t('{0} since frame {1}', grouped(count), grouped(before));
  return registers.length + memory.length === 0
    ? t('nothing since frame {0}', grouped(before))
    : t('no variable since frame {0}', grouped(before));
}

/** As high as the list before it, so that nothing moves when the next one comes. */
function awaited(lines: number): TemplateResult {
  return html`<ul class="changed-values mono" aria-busy="true">
    ${Array.from({ length: lines }, () => html`<li>&nbsp;</li>`)}
  </ul>`;
}

function listOf(
  model: PageModel,
  details: FrameDetails,
  { values, variables, registers, memory }: FrameChanges,
): TemplateResult {
  const { frame } = details;
  const rest = [
    ...(registers.length > 0 ? [countText(registers.length, 'register')] : []),
    ...(memory.length > 0 ? [countText(byteCount(memory), 'memoryByte')] : []),
  ];
  return html`
    ${
      values.length + variables.length === 0
        ? nothing
        : html`<ul class="changed-values mono" data-testid="changed">
            ${values.map((value) => changedLine(frame, value))}
            ${variables.map(({ name, text: was }) => {
              const value = details.variables.find((each) => each.name === name)?.value ?? '';
              const menu = menuData({ frame, value: `$${name}`, text: value });
              return valueLine({ name: `$${name}`, value, was, menu });
            })}
          </ul>`
    }
    ${
      rest.length === 0
        ? nothing
        : section(
            model,
            { name: 'changed-raw', title: rest.join(', '), open: values.length === 0 },
            () => rawList(model, details, registers, memory),
          )
    }
  `;
}

function changedLine(frame: number, { expression, address, ...line }: ChangedValue) {
  const menu = menuData({
    ...{ frame, text: line.value },
    ...(expression !== undefined && { value: expression }),
    ...(address !== undefined && { address }),
  });
  return valueLine({ ...line, menu });
}

function byteCount(memory: readonly EarlierBytes[]): number {
  return memory.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function rawList(
  { frame: model }: PageModel,
  details: FrameDetails,
  registers: FrameChanges['registers'],
  memory: readonly EarlierBytes[],
): TemplateResult {
  const { frame } = details;
  const rows = details.registers.flatMap((group) => group.registers);
  const left = memory.length - maxRuns;
  return html`<ul class="changed-values mono">
    ${registers.map(({ name, text: was }) => {
      const row = rows.find((each) => each.name === name);
      if (!row) return nothing;
      return valueLine({ name, value: row.text, was, menu: registerMenu(frame, row) });
    })}
    ${memory.slice(0, maxRuns).map(({ address, bytes }) => {
      const value = model.digitsAt(address, bytes.length).join(' ');
      const menu = menuData({
        ...{ frame, address, text: value },
        memory: { address, length: bytes.length },
      });
      return valueLine({ name: address, value, was: bytes.join(' '), menu });
    })}
    ${left > 0 ? html`<li class="dim">${t('and {0} more below, in Memory', countText(left, 'range'))}</li>` : nothing}
  </ul>`;
}
