// The columns of the table, as a list that adds, removes and moves them; the keyboard does all that
// the mouse does on the heads.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/ask/table/tableMessages';
import { ExpressionBox } from '../expression/expressionBox';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import type { TableModel } from './tableModel';
import { builtInColumns, columnTitle, initialColumns, isSameColumn } from './tableSettings';

/** A popup that the button with `popovertarget="columns"` opens. */
export class ColumnsPopup {
  private readonly box: ExpressionBox;

  /** `more` gives a column further buttons. */
  constructor(
    private readonly model: PageModel,
    private readonly more: (column: Column) => unknown,
    changed: () => void,
  ) {
    this.box = new ExpressionBox(model, 'column-expression', changed);
  }

  view(): TemplateResult {
    return columnsPopup(this.model.table, this.more, this.box);
  }
}

function columnsPopup(
  table: TableModel,
  more: (column: Column) => unknown,
  box: ExpressionBox,
): TemplateResult {
  const columns = table.allColumns;
  const left = builtInColumns.filter((kind) => !columns.some(({ column }) => column.kind === kind));
  return html`
    <div id="columns" class="popup columns-popup" popover aria-label=${t('Table columns')}>
      <h2>${t('Table columns')}</h2>
      <table>
        <thead class="dim">
          <tr>
            <th scope="col">${t('Column')}</th>
            ${[t('Sort'), t('Trend'), t('Move'), t('Width'), t('Remove')].map(
              (label) => html`<th scope="col">${label}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${columns.map(({ column }, at) => columnRow(table, column, at, columns.length, more))}
        </tbody>
      </table>
      ${
        left.length === 0
          ? nothing
          : html`<p class="add-columns">
              ${left.map(
                (kind) =>
                  html`<button
                    class="secondary"
                    @click=${() => {
                      table.addColumn({ kind });
                    }}
                  >
                    + ${columnTitle({ kind })}
                  </button>`,
              )}
            </p>`
      }
      <form
        class="add-column"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          void addFrom(table, event.currentTarget as HTMLFormElement, box);
        }}
      >
        <label for="column-expression">${t('Add an expression')}</label>
        ${box.input({ label: t('Add an expression'), placeholder: 'req->n, $rsp, $trace_timestamp' })}
        ${box.mistake()}
        <select name="shows" aria-label=${t('What the column shows')}>
          <option value="value">${t('value')}</option>
          <option value="frame">${t('change from previous row')}</option>
          <option value="hit">${t('change from previous hit')}</option>
        </select>
        <button class="secondary" type="submit">${t('Add')}</button>
      </form>
      <button
        class="link-button"
        @click=${() => {
          table.choose({ columns: initialColumns });
        }}
      >
        ${t('Reset columns')}
      </button>
    </div>
  `;
}

function columnRow(
  table: TableModel,
  column: Column,
  at: number,
  count: number,
  more: (column: Column) => unknown,
): TemplateResult {
  const title = columnTitle(column);
  const { sort } = table.settings;
  const isSorted = sort && isSameColumn(sort.column, column);
  const act = (label: string, icon: unknown, isOff: boolean, act: () => void) =>
    html`<button
      class="bare"
      title=${label}
      aria-label="${label}: ${title}"
      ?disabled=${isOff}
      @click=${act}
    >
      ${icon}
    </button>`;
  return html`<tr>
    <th scope="row" class="mono" title=${title}>${title}</th>
    <td>
      ${act(
        isSorted && sort.descending
          ? t('Do not sort')
          : isSorted
            ? t('Sort descending')
            : t('Sort ascending'),
        isSorted ? (sort.descending ? icons.descending : icons.ascending) : icons.sort,
        false,
        () => {
          table.sortBy(column);
        },
      )}
    </td>
    <td>${more(column)}</td>
    <td>
      ${act(t('Move left'), icons.up, at === 0, () => {
        table.moveColumn(column, -1);
      })}
      ${act(t('Move right'), icons.down, at === count - 1, () => {
        table.moveColumn(column, 1);
      })}
    </td>
    <td>
      ${act(t('Narrower'), icons.narrower, false, () => {
        widen(table, column, -widthStep);
      })}
      ${act(t('Wider'), icons.wider, false, () => {
        widen(table, column, widthStep);
      })}
    </td>
    <td>
      ${act(t('Remove'), icons.close, count === 1, () => {
        table.removeColumn(column);
      })}
    </td>
  </tr>`;
}

/** Pixels by which a press makes a column wider. */
const widthStep = 16;

/**
 * Makes a column wider than it is; where the user has not chosen its width, than it is on the
 * screen. One for which there is no room stays as it is.
 */
function widen(table: TableModel, column: Column, by: number): void {
  const at = table.columns.findIndex((each) => isSameColumn(each.column, column));
  const head = document.querySelectorAll('.frames-table [role="columnheader"]')[at];
  if (!head) return;
  const width = table.columns[at]?.width ?? head.getBoundingClientRect().width;
  table.setWidth(column, width + by);
}

async function addFrom(
  table: TableModel,
  form: HTMLFormElement,
  box: ExpressionBox,
): Promise<void> {
  const shows = new FormData(form).get('shows');
  const text = await box.accepted();
  if (text === undefined || text === '') return;
  if (shows === 'frame' || shows === 'hit') table.addColumn({ kind: 'change', text, since: shows });
  else table.addColumn({ kind: 'value', text });
  box.empty(text);
}
