// A box for an expression, with completion; it is checked while it is typed, and a wrong one is
// refused with the reason under it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageModel } from '../pageModel';
import { ExpressionCheck } from './expressionCheck';
import { mistakeView } from './mistakeView';

interface ExpressionBoxWords {
  readonly label: string;
  readonly placeholder: string;
}

export class ExpressionBox {
  private readonly check: ExpressionCheck;
  private completions: readonly string[] = [];
  private completing = 0;

  constructor(
    private readonly model: PageModel,
    /** The id of the input. */
    private readonly id: string,
    private readonly changed: () => void,
  ) {
    this.check = new ExpressionCheck(model.ask, changed);
  }

  input({ label, placeholder }: ExpressionBoxWords, value?: string): TemplateResult {
    const { id } = this;
    const isWrong = this.check.mistake !== undefined;
    return html`<input
        id=${id}
        name=${id}
        class="mono"
        type="text"
        list="${id}-completions"
        autocomplete="off"
        spellcheck="false"
        aria-label=${label}
        placeholder=${placeholder}
        .value=${value ?? ''}
        aria-invalid=${isWrong ? 'true' : 'false'}
        aria-describedby=${isWrong ? `${id}-problem` : nothing}
        @input=${this.onInput}
      />
      <datalist id="${id}-completions">
        ${this.completions.map((each) => html`<option value=${each}></option>`)}
      </datalist>`;
  }

  /** Why what is typed is refused; it is under the box. */
  mistake(): TemplateResult | typeof nothing {
    return mistakeView(this.check.mistake, `${this.id}-problem`, (text) => {
      this.set(text);
      this.focus();
    });
  }

  /** What is typed. */
  get text(): string {
    return this.element?.value.trim() ?? '';
  }

  /** Puts an expression in the place of what is typed. */
  set(text: string): void {
    const { element } = this;
    if (!element) return;
    element.value = text;
    this.check.typed(text);
    this.changed();
  }

  /** Takes the keyboard's focus. */
  focus(): void {
    this.element?.focus();
  }

  /** What is typed, where it is no mistake; empty where nothing is. */
  async accepted(): Promise<string | undefined> {
    const { text } = this;
    const passes = await this.check.passes(text);
    // What was typed meanwhile is another expression.
    return passes && this.text === text ? text : undefined;
  }

  /** Empties the box of what was used; what was typed meanwhile stays. */
  empty(used: string): void {
    if (!this.element || this.text !== used) return;
    this.element.value = '';
    this.check.clear();
  }

  private get element(): HTMLInputElement | undefined {
    const found = document.getElementById(this.id);
    return found instanceof HTMLInputElement ? found : undefined;
  }

  private readonly onInput = (event: InputEvent): void => {
    const { value, selectionStart } = event.currentTarget as HTMLInputElement;
    this.check.typed(value);
    this.changed();
    const asked = ++this.completing;
    const caret = selectionStart ?? value.length;
    if (value.trim() === '') return;
    this.model.complete(value.slice(0, caret)).then(
      (names) => {
        if (asked !== this.completing) return;
        this.completions = names.map(
          ({ name, start }) => value.slice(0, start) + name + value.slice(caret),
        );
        this.changed();
      },
      () => undefined,
    );
  };
}
