// Tabs: WAI-ARIA Authoring Practices, "Tabs Pattern" with automatic activation.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { t } from './l10n';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly panel: () => TemplateResult;
}

/** Where not all tabs have room, the one in front is in sight. */
const reveal = (tab?: Element): void => {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

const sizes = new ResizeObserver((changed) => {
  for (const { target } of changed)
    reveal(target.querySelector('[aria-selected="true"]') ?? undefined);
});

/** As in VS Code's rows of tabs, a wheel that only goes up and down moves them sideways. */
const onWheel = (event: WheelEvent): void => {
  if (event.deltaX === 0) (event.currentTarget as HTMLElement).scrollLeft += event.deltaY;
};

const watchSize = (row?: Element): void => {
  if (row) sizes.observe(row);
};

/** A row of tabs and the panel of the one in front. `busy`: the panel's content is out of date. */
export function tabs<Name extends string>(
  all: readonly Tab<Name>[],
  front: Name,
  busy: boolean,
  show: (name: Name) => void,
): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    // Keys start at the focused tab: it moves at once, the page is drawn later.
    const focused = all.find(({ name }) => tabId(name) === (event.target as Element).id);
    const to = focused && tabForKey(event.key, all, focused);
    if (to === undefined) return;
    event.preventDefault();
    show(to.name);
    document.getElementById(tabId(to.name))?.focus();
  };
  return html`
    <div
      class="tabs"
      role="tablist"
      aria-label=${t('Details')}
      @keydown=${onKey}
      @wheel=${{ handleEvent: onWheel, passive: true }}
      ${ref(watchSize)}
    >
      ${all.map(
        ({ name, label }) => html`
          <button
            id=${tabId(name)}
            class="tab"
            role="tab"
            aria-selected=${name === front ? 'true' : 'false'}
            aria-controls=${name === front ? 'panel' : nothing}
            tabindex=${name === front ? 0 : -1}
            @click=${() => {
              show(name);
            }}
            ${name === front ? ref(reveal) : nothing}
          >
            ${label}
          </button>
        `,
      )}
    </div>
    <div
      id="panel"
      class="panel"
      role="tabpanel"
      tabindex="0"
      aria-labelledby=${tabId(front)}
      aria-busy=${busy ? 'true' : 'false'}
    >
      ${all.find(({ name }) => name === front)?.panel()}
    </div>
  `;
}

function tabId(name: string): string {
  return `tab-${name}`;
}

function tabForKey<Name extends string>(
  key: string,
  all: readonly Tab<Name>[],
  focused: Tab<Name>,
): Tab<Name> | undefined {
  const index = all.indexOf(focused);
  switch (key) {
    case 'ArrowLeft':
      return all.at(index - 1);
    case 'ArrowRight':
      return all[(index + 1) % all.length];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default:
      return undefined;
  }
}
