// What the frame might have had and did not collect, in one folded line: the function's own
// variables and its registers, and the registers of another kind where it has some of them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails } from '../../src/editor/messages';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText } from '../text';

/** A name of something that is missing, and what to type to get it in other frames. */
interface Missing {
  readonly name: string;
  readonly expression?: string | undefined;
}

export function notCollected(
  model: PageModel,
  { frame, registers, variables }: FrameDetails,
): TemplateResult | typeof nothing {
  const lists: readonly { readonly title: string; readonly missing: readonly Missing[] }[] = [
    { title: t('Variables'), missing: model.frame.variables.missing },
    {
      title: t('Trace state variables'),
      missing: variables.filter(({ value }) => value === undefined).map(({ name }) => of(name)),
    },
    ...registers.filter(isOfUse).map(({ group, registers: all }) => ({
      title: t('Registers: {0}', group),
      missing: all.filter(({ collected }) => !collected).map(({ name }) => of(name)),
    })),
  ].filter(({ missing }) => missing.length > 0);
  const count = lists.reduce((sum, { missing }) => sum + missing.length, 0);
  if (count === 0) return nothing;
  return section(
    model,
    { name: 'not-collected', title: countText(count, 'notCollected'), open: false },
    () => html`
      <dl class="facts" data-testid="not-collected">
        ${lists.map(
          ({ title, missing }) =>
            html`<dt>${title}</dt>
              <dd class="mono">${missing.map((each) => nameOf(frame, each))}</dd>`,
        )}
      </dl>
    `,
  );
}

function isOfUse({ group, registers }: FrameDetails['registers'][number]): boolean {
  return group === 'general' || registers.some(({ collected }) => collected);
}

function of(name: string): Missing {
  return { name, expression: `$${name}` };
}

/** Another frame may have collected it, so it can still be a column or a track. */
function nameOf(frame: number, { name, expression }: Missing): TemplateResult {
  const menu = expression === undefined ? nothing : menuData({ frame, value: expression });
  return html`<span class="missing-name" data-vscode-context=${menu}>${name}</span> `;
}
