// A link inside the page's text. Not a button, whose text cannot be selected, and not an anchor,
// which VS Code would try to open itself.
import { html, type TemplateResult } from 'lit/html.js';

export function link(text: string, title: string, follow: () => void): TemplateResult {
  const onClick = (): void => {
    if (document.getSelection()?.isCollapsed ?? true) follow();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    follow();
  };
  return html`<span
    class="link"
    role="link"
    tabindex="0"
    title=${title}
    @click=${onClick}
    @keydown=${onKey}
    >${text}</span
  >`;
}
