// The expressions of the tracks as a table of numbers, for those who do not see them.
import { html, type TemplateResult } from 'lit/html.js';
import type { PlotExtreme } from '../../src/ask/tracks/plotValues';
import { t } from '../l10n';
import { countText, grouped } from '../text';
import type { CanvasModel } from './canvasModel';

export function trackTable({ expressions }: CanvasModel): TemplateResult {
  const heads = [t('Expression'), t('Frames'), t('First'), t('Last'), t('Min'), t('Max')];
  return html`<table class="visually-hidden">
    <caption>
      ${t('Tracks in numbers')}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${expressions.all.map(
        ({ text, facts }) =>
          html`<tr>
            <th scope="row">${text}</th>
            <td>${facts ? frameWords(facts) : t('being read')}</td>
            ${[facts?.first, facts?.last, facts?.least, facts?.most].map((each) => html`<td>${extremeText(each)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function frameWords({ count, gaps }: { readonly count: number; readonly gaps: number }): string {
  return gaps === 0
    ? countText(count, 'frame')
    : t('{0}, missing in {1}', countText(count, 'frame'), grouped(gaps));
}

function extremeText(extreme: PlotExtreme | undefined): string {
  return extreme ? t('{0} in frame {1}', extreme.value, grouped(extreme.frame)) : t('none');
}
