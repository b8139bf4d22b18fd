// A titled part of a panel that opens and closes, and stays as the user left it.
import { html, type TemplateResult } from 'lit/html.js';

/** What remembers which sections are open. */
interface Sections {
  readonly state: { readonly sections: Readonly<Record<string, boolean>> };
  setSection(name: string, open: boolean): void;
}

export interface Section {
  /** What it is remembered by. */
  readonly name: string;
  readonly title: string;
  /** Said next to the title, quietly. */
  readonly note?: string;
  /** How it is until the user opens or closes it. */
  readonly open: boolean;
}

/** The section; its content is made only while it is open. */
export function section(
  model: Sections,
  { name, title, note, open }: Section,
  content: () => TemplateResult,
): TemplateResult {
  const isOpen = () => model.state.sections[name] ?? open;
  const shown = isOpen();
  // Not by the element's own toggling: a drawing of the state before would undo it.
  const toggle = (event: Event): void => {
    event.preventDefault();
    model.setSection(name, !isOpen());
  };
  return html`
    <details class="section" ?open=${shown}>
      <summary @click=${toggle}>
        <h2>${title}</h2>
        <span class="dim">${note ?? ''}</span>
      </summary>
      ${shown ? content() : ''}
    </details>
  `;
}
