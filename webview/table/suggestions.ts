// What the filter may become: filters used before and saved ones while nothing is typed, then names as they are typed.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';

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

export class Suggestions {
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
