// A list from which the condition of a box is taken: the hits of a tracepoint, or of those of a
// function.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ExpressionBox } from '../expression/expressionBox';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { placeText } from '../text';
import { anyOf } from './intervalsState';

interface Choice {
  readonly condition: string;
  readonly label: string;
}

export class TracepointChoice {
  constructor(
    private readonly model: PageModel,
    private readonly box: ExpressionBox,
    private readonly label: string,
  ) {}

  view(): TemplateResult {
    const tracepoints = this.tracepoints();
    const functions = this.functions();
    const all = [...tracepoints, ...functions];
    const typed = this.box.text;
    const shown = all.find(({ condition }) => condition === typed)?.condition ?? '';
    const option = ({ condition, label }: Choice) =>
      html`<option value=${condition} .selected=${condition === shown}>${label}</option>`;
    return html`<select aria-label=${this.label} @change=${this.onChange}>
      ${option({ condition: '', label: t('Condition') })}
      <optgroup label=${t('Tracepoints')}>${tracepoints.map(option)}</optgroup>
      ${
        functions.length === 0
          ? nothing
          : html`<optgroup label=${t('Functions')}>${functions.map(option)}</optgroup>`
      }
    </select>`;
  }

  private readonly onChange = (event: Event): void => {
    this.box.set((event.currentTarget as HTMLSelectElement).value);
  };

  private tracepoints(): Choice[] {
    return (this.model.trace?.tracepoints ?? []).map(({ number, at, locations }) => {
      const [first] = locations;
      const place = first?.place ? placeText(first.place) : at;
      const label = [`#${number}`, first?.functionName, place].filter(Boolean).join(' ');
      return { condition: anyOf([number]), label };
    });
  }

  /** All hits in a function that has several tracepoints. */
  private functions(): Choice[] {
    const byName = new Map<string, number[]>();
    for (const { number, locations } of this.model.trace?.tracepoints ?? []) {
      const name = locations[0]?.functionName;
      if (name === undefined) continue;
      const numbers = byName.get(name);
      if (numbers) numbers.push(number);
      else byName.set(name, [number]);
    }
    return [...byName].flatMap(([name, numbers]) => {
      if (numbers.length < 2) return [];
      return [{ condition: anyOf(numbers), label: t('any tracepoint of {0}', name) }];
    });
  }
}
