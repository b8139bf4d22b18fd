// The bar above the table and the details: which frames the table shows. What is typed is coloured,
// checked and counted before it runs. Its messages are over what is below: nothing moves.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { ExpressionCheck } from '../expression/expressionCheck';
import { highlightTokens } from '../expression/highlight';
import { mistakeView } from '../expression/mistakeView';
import { groupChoice } from '../groups/groupsBar';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { stoppableProgress } from '../progress';
import { countText, grouped } from '../text';
import { FilterPreview } from './filterPreview';
import { Suggestions } from './suggestions';

/** Owns what is in the input while the user types. */
export class FilterBar {
  private input: HTMLInputElement | undefined;
  private readonly suggestions: Suggestions;
  private readonly check: ExpressionCheck;
  private readonly preview: FilterPreview;
  /**
   * The filter that the input showed last, to tell the user's typing from a filter set elsewhere.
   */
  private shown = '';

  constructor(
    private readonly model: PageModel,
    private readonly changed: () => void,
  ) {
    this.suggestions = new Suggestions(model, changed, (filter) => {
      void this.apply(filter);
    });
    this.check = new ExpressionCheck(model.ask, changed);
    this.preview = new FilterPreview(model.ask, changed);
  }

  /** Takes the keyboard's focus. */
  focus(): void {
    this.input?.focus();
    this.input?.select();
  }

  view(): TemplateResult {
    const { model } = this;
    const { hide } = model.table.settings;
    this.take(this.input);
    return html`
      <form class="filter-bar" role="search" aria-label=${t('Filter')} @submit=${this.onSubmit}>
        ${this.box()}
        <button
          class="secondary filter-more"
          type="button"
          popovertarget="filter-tools"
          title=${t('More')}
          aria-label=${t('More')}
        >
          ${icons.more}
        </button>
        <div id="filter-tools" class="filter-tools popup" popover>
          <select aria-label=${t('Frames that do not match')} @change=${this.onMode}>
            <option value="hide" ?selected=${hide}>${t('Hide non-matching')}</option>
            <option value="mark" ?selected=${!hide}>${t('Highlight matches')}</option>
          </select>
          ${groupChoice(model)}
          <button class="secondary columns-button" type="button" popovertarget="columns">
            ${icons.columns}<span>${t('Columns')}</span>
          </button>
        </div>
      </form>
    `;
  }

  private box(): TemplateResult {
    const { suggestions } = this;
    const isWrong = this.check.mistake !== undefined || this.model.table.problem !== undefined;
    return html`<div class="filter-box ${isWrong ? 'wrong' : ''}">
      <label class="visually-hidden" for="filter">${t('Show frames where')}</label>
      <div class="filter-text mono">
        <div class="filter-colours" aria-hidden="true">
          ${highlightTokens(this.input?.value ?? '').map(
            ({ kind, text }) => html`<span class="token-${kind}">${text}</span>`,
          )}
        </div>
        <input
          id="filter"
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          placeholder=${t('Show frames where {0}', 'n > 5 && $_changed(p->x)')}
          aria-autocomplete="list"
          aria-expanded=${suggestions.isOpen ? 'true' : 'false'}
          aria-controls="filter-suggestions"
          aria-activedescendant=${suggestions.activeId ?? nothing}
          aria-invalid=${isWrong ? 'true' : 'false'}
          aria-describedby=${isWrong ? 'filter-problem' : nothing}
          ${ref(this.take)}
          @input=${this.onInput}
          @keydown=${this.onKey}
          @scroll=${this.onScroll}
          @focus=${this.suggest}
          @blur=${this.onBlur}
        />
      </div>
      ${this.count()} ${this.matchButtons()} ${this.star()} ${this.clearButton()}
      <div class="filter-below">${suggestions.view()} ${this.problem()}</div>
    </div>`;
  }

  private readonly take = (element?: Element): void => {
    this.input = element instanceof HTMLInputElement ? element : undefined;
    const { filter } = this.model.table.settings;
    if (this.input === undefined || filter === this.shown) return;
    this.shown = filter;
    this.input.value = filter;
    this.check.clear();
    this.preview.clear();
  };

  /** A wrong filter is refused: the frames stay those of the one before. */
  private async apply(filter: string): Promise<void> {
    const trimmed = filter.trim();
    if (this.input) this.input.value = trimmed;
    this.suggestions.close();
    this.preview.clear();
    if (!(await this.check.passes(trimmed))) return;
    this.shown = trimmed;
    this.model.table.choose({ filter: trimmed });
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.apply(this.input?.value ?? '');
  };

  private readonly onInput = (): void => {
    const { input } = this;
    if (!input) return;
    this.typed(input.value);
    this.suggest();
  };

  private typed(text: string): void {
    this.check.typed(text);
    if (text.trim() === this.model.table.settings.filter) this.preview.clear();
    else this.preview.typed(text);
    this.changed();
  }

  /** The colours are under the text. */
  private readonly onScroll = (): void => {
    const colours = this.input?.previousElementSibling;
    if (colours) colours.scrollLeft = this.input?.scrollLeft ?? 0;
  };

  private readonly suggest = (): void => {
    const { input } = this;
    if (input) this.suggestions.suggest(input.value, input.selectionStart ?? input.value.length);
  };

  private readonly onBlur = (): void => {
    this.suggestions.close();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { input } = this;
    if (!input) return;
    if (this.suggestions.takeKey(event.key, input)) {
      event.preventDefault();
      this.changed();
    } else if (event.key === 'Escape') {
      this.clear();
    }
  };

  /** Shows every frame. */
  private readonly clear = (): void => {
    if (this.input) this.input.value = '';
    void this.apply('');
  };

  private readonly onMode = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    this.model.table.choose({ hide: value === 'hide' });
  };

  private star(): TemplateResult {
    const { model } = this;
    const { filter } = model.table.settings;
    const isSaved = model.filters.includes(filter);
    const label = isSaved ? t('Forget this filter') : t('Save this filter');
    return html`<button
      class="bare"
      type="button"
      title=${label}
      aria-label=${label}
      aria-pressed=${isSaved ? 'true' : 'false'}
      ?disabled=${filter === ''}
      @click=${() => {
        model.toggleFilter(filter);
      }}
    >
      ${isSaved ? icons.starred : icons.star}
    </button>`;
  }

  /** `12 of 114`, of what is typed or of the table, and how to end a search that is under way. */
  private count(): TemplateResult {
    const { table, frameCount } = this.model;
    const { preview } = this;
    const isPreview = preview.matched !== undefined && this.check.mistake === undefined;
    const matched = isPreview ? preview.matched : table.matched;
    const found =
      matched === undefined ? '' : t('{0} of {1}', grouped(matched), grouped(frameCount));
    return html`
      <span
        class="filter-count ${isPreview ? 'preview' : ''}"
        title=${isPreview ? t('Enter shows them') : nothing}
        >${isPreview && !preview.isComplete ? `${found}…` : found}</span
      >
      ${
        table.progress === undefined
          ? nothing
          : stoppableProgress(
              table.progress.doing === 'sorting' ? t('Sorting') : t('Searching'),
              table.progress,
              () => {
                table.stop();
              },
            )
      }
    `;
  }

  private clearButton(): TemplateResult {
    const label = t('Clear the filter');
    const isEmpty = this.model.table.settings.filter === '' && (this.input?.value ?? '') === '';
    return html`<button
      class="bare"
      type="button"
      title=${label}
      aria-label=${label}
      ?disabled=${isEmpty}
      @click=${this.clear}
    >
      ${icons.close}
    </button>`;
  }

  private matchButtons(): TemplateResult {
    const { model } = this;
    const button = (label: string, direction: 1 | -1, icon: TemplateResult) =>
      html`<button
        class="bare"
        type="button"
        title=${label}
        aria-label=${label}
        ?disabled=${model.table.settings.filter === ''}
        @click=${() => void model.goToMatch(direction)}
      >
        ${icon}
      </button>`;
    return html`${button(t('Previous match'), -1, icons.up)}${button(t('Next match'), 1, icons.down)}`;
  }

  /** Takes an expression that was suggested. */
  private readonly correct = (text: string): void => {
    const { input } = this;
    if (!input) return;
    input.value = text;
    input.focus();
    this.typed(text);
  };

  /** Under the filter, the mark under the character that is meant. */
  private problem(): TemplateResult | typeof nothing {
    if (this.check.mistake) return mistakeView(this.check.mistake, 'filter-problem', this.correct);
    const { problem, settings } = this.model.table;
    if (!problem) return nothing;
    const before = problem.column === undefined ? '' : settings.filter.slice(0, problem.column - 1);
    return html`<div class="filter-problem" id="filter-problem" role="alert">
      ${
        problem.column === undefined
          ? nothing
          : html`<pre class="mono" aria-hidden="true">
${settings.filter}
${' '.repeat(before.length)}^</pre>`
      }
      <span
        >${problem.column === undefined ? problem.text : t('{0} (column {1}).', problem.text, problem.column)}
        ${t('{0} shown.', countText(this.model.frameCount, 'frame'))}</span
      >
    </div>`;
  }
}
