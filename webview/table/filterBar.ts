// The bar above the table: which frames it shows. The input is a combobox with suggestions
// (WAI-ARIA Authoring Practices, "Editable Combobox With List Autocomplete"): filters used before
// and saved ones while nothing is typed, then names as they are typed.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { ExpressionCheck } from '../expression/expressionCheck';
import { mistakeView } from '../expression/mistakeView';
import { groupChoice } from '../groups/groupsBar';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { stoppableProgress } from '../progress';
import { countText, grouped } from '../text';

/** Owns what stands in the input while the user types. */
export class FilterBar {
  private input: HTMLInputElement | undefined;
  private readonly suggestions: Suggestions;
  private readonly check: ExpressionCheck;
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
  }

  /** Takes the keyboard's focus. */
  focus(): void {
    this.input?.focus();
    this.input?.select();
  }

  view(): TemplateResult {
    const { model, suggestions } = this;
    const { table } = model;
    const { hide } = table.settings;
    this.take(this.input);
    const isWrong = this.check.mistake !== undefined || table.problem !== undefined;
    return html`
      <form class="filter-bar" role="search" aria-label=${t('Filter')} @submit=${this.onSubmit}>
        <label for="filter">${t('Show frames where')}</label>
        <div class="filter-box">
          <input
            id="filter"
            class="mono"
            type="text"
            role="combobox"
            autocomplete="off"
            spellcheck="false"
            placeholder="n > 5 && $_changed(p->x)"
            aria-autocomplete="list"
            aria-expanded=${suggestions.isOpen ? 'true' : 'false'}
            aria-controls="filter-suggestions"
            aria-activedescendant=${suggestions.activeId ?? nothing}
            aria-invalid=${isWrong ? 'true' : 'false'}
            aria-describedby=${isWrong ? 'filter-problem' : nothing}
            ${ref(this.take)}
            @input=${this.onInput}
            @keydown=${this.onKey}
            @focus=${this.suggest}
            @blur=${this.onBlur}
          />
          ${this.star()} ${suggestions.view()}
        </div>
        ${this.count()}
        <select aria-label=${t('Frames that do not match')} @change=${this.onMode}>
          <option value="hide" ?selected=${hide}>${t('hide others')}</option>
          <option value="mark" ?selected=${!hide}>${t('mark these')}</option>
        </select>
        ${hide ? nothing : this.matchButtons()} ${groupChoice(model)}
        <button class="secondary" type="button" popovertarget="columns">
          ${icons.columns}<span>${t('Columns')}</span>
        </button>
      </form>
      ${this.problem()} ${this.hint()}
    `;
  }

  private readonly take = (element?: Element): void => {
    this.input = element instanceof HTMLInputElement ? element : undefined;
    const { filter } = this.model.table.settings;
    if (this.input === undefined || filter === this.shown) return;
    this.shown = filter;
    this.input.value = filter;
    this.check.clear();
  };

  /** A wrong filter is refused: the frames stay those of the one before. */
  private async apply(filter: string): Promise<void> {
    const trimmed = filter.trim();
    if (this.input) this.input.value = trimmed;
    this.suggestions.close();
    if (!(await this.check.passes(trimmed))) return;
    this.shown = trimmed;
    this.model.table.choose({ filter: trimmed });
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.apply(this.input?.value ?? '');
  };

  private readonly onInput = (): void => {
    if (this.input) this.check.typed(this.input.value);
    this.suggest();
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
      this.check.typed(input.value);
    } else if (event.key === 'Escape') {
      input.value = this.model.table.settings.filter;
      this.check.clear();
      this.changed();
    }
  };

  private readonly onMode = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    this.model.table.choose({ hide: value === 'hide' });
  };

  private star(): TemplateResult | typeof nothing {
    const { model } = this;
    const { filter } = model.table.settings;
    if (filter === '') return nothing;
    const isSaved = model.filters.includes(filter);
    const label = isSaved ? t('Forget this filter') : t('Save this filter');
    return html`<button
      class="bare"
      type="button"
      title=${label}
      aria-label=${label}
      aria-pressed=${isSaved ? 'true' : 'false'}
      @click=${() => {
        model.toggleFilter(filter);
      }}
    >
      ${isSaved ? icons.starred : icons.star}
    </button>`;
  }

  /** `12 of 114`, and how to end a search that is under way. */
  private count(): TemplateResult {
    const { table, frameCount } = this.model;
    const { matched, progress } = table;
    const found =
      matched === undefined ? '' : t('{0} of {1}', grouped(matched), grouped(frameCount));
    return html`
      <span class="filter-count">${found}</span>
      ${
        progress === undefined
          ? nothing
          : stoppableProgress(
              progress.doing === 'sorting' ? t('Sorting') : t('Searching'),
              progress,
              () => {
                table.stop();
              },
            )
      }
    `;
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

  private hint(): TemplateResult {
    const { hint } = this.model.table;
    return html`<div class="filter-hint" role="status">${hint ?? nothing}</div>`;
  }

  /** Takes an expression that was suggested. */
  private readonly correct = (text: string): void => {
    const { input } = this;
    if (!input) return;
    input.value = text;
    input.focus();
    this.check.typed(text);
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

/** Suggestions shown at once. */
const maxShown = 12;

interface Suggestion {
  readonly label: string;
  readonly isSaved: boolean;
  /** What the input holds when it is taken. */
  readonly text: string;
  /** Where the caret stands then. */
  readonly caret: number;
  /** A whole filter, which is applied at once. */
  readonly isFilter: boolean;
}

class Suggestions {
  private all: readonly Suggestion[] = [];
  private active = -1;
  private asked = 0;

  constructor(
    private readonly model: PageModel,
    private readonly changed: () => void,
    private readonly apply: (filter: string) => void,
  ) {}

  get isOpen(): boolean {
    return this.all.length > 0;
  }

  /** Id of the option that the keyboard is at. */
  get activeId(): string | undefined {
    return this.active < 0 ? undefined : optionId(this.active);
  }

  /** Suggests for what stands in the input, with the caret at a place. */
  suggest(typed: string, caret: number): void {
    const asked = ++this.asked;
    this.show(this.filters(typed));
    if (typed.trim() === '') return;
    this.model.complete(typed.slice(0, caret)).then(
      (names) => {
        if (asked !== this.asked) return;
        this.show([
          ...names.map(({ name, start }) => ({
            label: name,
            isSaved: false,
            text: typed.slice(0, start) + name + typed.slice(caret),
            caret: start + name.length,
            isFilter: false,
          })),
          ...this.filters(typed),
        ]);
      },
      () => undefined,
    );
  }

  close(): void {
    this.asked++;
    this.show([]);
  }

  /** Whether the key was one of the list's. */
  takeKey(key: string, input: HTMLInputElement): boolean {
    if (key === 'ArrowDown' && !this.isOpen) {
      this.suggest(input.value, input.selectionStart ?? input.value.length);
      return true;
    }
    if (!this.isOpen) return false;
    switch (key) {
      case 'ArrowDown':
        this.move(1);
        return true;
      case 'ArrowUp':
        this.move(-1);
        return true;
      case 'Escape':
        this.close();
        return true;
      case 'Tab':
      case 'Enter': {
        const [first] = this.all;
        const completed = key === 'Tab' && first?.isFilter === false ? first : undefined;
        const chosen = this.all[this.active] ?? completed;
        if (!chosen) return false;
        this.choose(chosen, input);
        return true;
      }
      default:
        return false;
    }
  }

  view(): TemplateResult {
    return html`<ul
      id="filter-suggestions"
      class="suggestions mono"
      role="listbox"
      aria-label=${t('Suggestions')}
      ?hidden=${!this.isOpen}
    >
      ${this.all.map(
        (each, i) => html`
          <li
            id=${optionId(i)}
            role="option"
            aria-selected=${i === this.active ? 'true' : 'false'}
            @mousedown=${(event: MouseEvent) => {
              event.preventDefault();
              const input = document.getElementById('filter');
              if (input instanceof HTMLInputElement) this.choose(each, input);
            }}
          >
            ${each.isSaved ? icons.starred : nothing}<span>${each.label}</span>
          </li>
        `,
      )}
    </ul>`;
  }

  private choose(chosen: Suggestion, input: HTMLInputElement): void {
    if (chosen.isFilter) {
      this.apply(chosen.text);
      return;
    }
    input.value = chosen.text;
    input.setSelectionRange(chosen.caret, chosen.caret);
    this.close();
  }

  private move(by: number): void {
    const count = this.all.length;
    this.active = (this.active + by + count + (this.active < 0 && by < 0 ? 1 : 0)) % count;
    this.changed();
  }

  private show(all: readonly Suggestion[]): void {
    this.all = all.slice(0, maxShown);
    this.active = -1;
    this.changed();
  }

  /** Saved filters, then those used before, that contain what was typed. */
  private filters(typed: string): Suggestion[] {
    const { filters: saved, table } = this.model;
    const wanted = typed.trim();
    return [...new Set([...saved, ...table.settings.recent])]
      .filter((text) => text.includes(wanted) && text !== wanted)
      .map((text) => ({
        ...{ label: text, text, caret: text.length },
        isSaved: saved.includes(text),
        isFilter: true,
      }));
  }
}

function optionId(index: number): string {
  return `filter-suggestion-${index}`;
}
