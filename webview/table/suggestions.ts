// What the filter's box suggests (WAI-ARIA Authoring Practices, "Editable Combobox With List
// Autocomplete"): filters that ran before and saved ones while nothing is typed, then names as they
// are typed, with what a function is.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { calledFunction, docOf } from '../expression/functionDocs';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';

/** Suggestions shown at once. */
const maxShown = 12;

interface Suggestion {
  readonly label: string;
  readonly doc?: string;
  readonly isSaved: boolean;
  /** What the input holds when it is taken. */
  readonly text: string;
  /** Where the caret is then. */
  readonly caret: number;
  /** A whole filter, which is applied at once. */
  readonly isFilter: boolean;
}

export class Suggestions {
  private all: readonly Suggestion[] = [];
  private active = -1;
  private asked = 0;
  /** The function whose arguments are typed: how it is called, and what it gives. */
  private called: ReturnType<typeof calledFunction>;

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

  /** Suggests for what is in the input, with the caret at a place. */
  suggest(typed: string, caret: number): void {
    const asked = ++this.asked;
    const before = typed.slice(0, caret);
    this.called = calledFunction(before);
    this.show(this.filters(typed));
    if (typed.trim() === '') return;
    this.model.complete(before).then(
      (names) => {
        if (asked !== this.asked) return;
        const completions = names.map(({ name, start }) => completion(name, start, typed, caret));
        this.show([...completions, ...this.filters(typed)]);
      },
      () => undefined,
    );
  }

  close(): void {
    this.asked++;
    this.called = undefined;
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
    return html`<div class="suggestions" ?hidden=${!this.isOpen && !this.called}>
      ${
        this.called
          ? html`<p class="called-function" role="status">
              <span class="mono">${this.called.signature}</span>
              <span class="dim">${this.called.doc}</span>
            </p>`
          : nothing
      }
      <ul
        id="filter-suggestions"
        class="mono"
        role="listbox"
        aria-label=${t('Suggestions')}
        ?hidden=${!this.isOpen}
      >
        ${this.all.map((each, i) => this.option(each, i))}
      </ul>
    </div>`;
  }

  private option(suggestion: Suggestion, i: number): TemplateResult {
    const { isSaved, label, doc } = suggestion;
    return html`<li
      id=${optionId(i)}
      role="option"
      aria-selected=${i === this.active ? 'true' : 'false'}
      @mousedown=${(event: MouseEvent) => {
        event.preventDefault();
        const input = document.getElementById('filter');
        if (input instanceof HTMLInputElement) this.choose(suggestion, input);
      }}
    >
      ${isSaved ? icons.starred : nothing}<span>${label}</span>
      ${doc === undefined ? nothing : html`<span class="suggestion-doc">${doc}</span>`}
    </li>`;
  }

  private choose(chosen: Suggestion, input: HTMLInputElement): void {
    if (chosen.isFilter) {
      this.apply(chosen.text);
      return;
    }
    input.value = chosen.text;
    input.setSelectionRange(chosen.caret, chosen.caret);
    this.close();
    input.dispatchEvent(new InputEvent('input'));
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

  /** Saved filters, then those that ran before, that contain what was typed. */
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

/** A name that takes the place of what is typed of it. */
function completion(name: string, start: number, typed: string, caret: number): Suggestion {
  const known = docOf(name);
  return {
    label: known?.signature ?? name,
    ...(known && { doc: known.doc }),
    isSaved: false,
    text: typed.slice(0, start) + name + typed.slice(caret),
    caret: start + name.length,
    isFilter: false,
  };
}

function optionId(index: number): string {
  return `filter-suggestion-${index}`;
}
