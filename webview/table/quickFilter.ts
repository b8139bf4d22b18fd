// Filters made by pointing at a tracepoint, a function, a line or a value. What must hold is
// between `&&`, so that a term can be found again, given another value, or turned into its
// contrary. No DOM in here.
import type { MenuPlace, PageAct } from '../../src/editor/menuMessages';
import type { CommonTo } from '../../src/ask/table/tableMessages';
import { maxExpression } from '../expression/highlight';
import { t } from '../l10n';
import { grouped } from '../text';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import type { TableModel } from './tableModel';
import { splitRange, withRange } from '../canvas/rangeFilter';

/** An act that filters. */
export type FilterAct = Extract<
  PageAct,
  `${'only' | 'hide'}${'Tracepoint' | 'Function' | 'Line' | 'Value'}`
>;

/** Changes the filter of the table. */
export class QuickFilter {
  constructor(
    private readonly ask: Ask,
    private readonly table: TableModel,
  ) {}

  /**
   * Filters by what is at a place; what cannot be said as a filter is said next to the table.
   */
  async apply(act: FilterAct, place: MenuPlace): Promise<void> {
    const by = commonAt(act, place);
    if (!by) return;
    const condition = await this.condition(by, place);
    if (condition === undefined) return;
    this.filterBy(condition, act.startsWith('hide'));
  }

  /** Shows only frames in which a condition holds, or hides them. */
  filterBy(condition: string, hides: boolean): void {
    const { table } = this;
    const { filter } = table.settings;
    // A filter that is mistaken shows every frame; a term added to it would do no better.
    const before = table.problem ? '' : filter;
    table.choose({ filter: withTerm(before, condition, hides), hide: true });
  }

  private async condition(by: CommonTo, place: MenuPlace): Promise<string | undefined> {
    if (by.kind === 'tracepoint' && place.tracepoint !== undefined) {
      return `$tracepoint == ${place.tracepoint}`;
    }
    const { frame } = place;
    if (frame === undefined) return undefined;
    try {
      const { label, condition } = await this.ask('common', { frame, by });
      if (condition === undefined) this.table.say(whyNot(label, frame));
      return condition;
    } catch (error) {
      if (error instanceof RequestError) this.table.say(error.message);
      return undefined;
    }
  }
}

function commonAt(act: FilterAct, { value }: MenuPlace): CommonTo | undefined {
  switch (act) {
    case 'onlyTracepoint':
    case 'hideTracepoint':
      return { kind: 'tracepoint' };
    case 'onlyFunction':
    case 'hideFunction':
      return { kind: 'function' };
    case 'onlyLine':
    case 'hideLine':
      return { kind: 'line' };
    case 'onlyValue':
    case 'hideValue':
      return value === undefined ? undefined : { kind: 'value', text: value };
  }
}

function whyNot(label: string | undefined, frame: number): string {
  return label === undefined
    ? t('Frame {0} does not tell it: there is nothing to filter by.', grouped(frame))
    : t('No filter can say {0}: choose one of its parts.', label);
}

/**
 * The filter that also lets through only what `condition` does, or, where it `hides`, only what it
 * does not.
 */
export function withTerm(filter: string, condition: string, hides: boolean): string {
  const { rest, range } = splitRange(filter);
  const term = hides ? `!(${condition})` : condition;
  const contrary = hides ? termsOf(condition) : [`!(${condition})`];
  const added = termsOf(term);
  const replaced = new Set(hides ? [] : added.map(subject));
  const kept = termsOf(rest).filter(
    (each) => !contrary.includes(each) && !added.includes(each) && !replaced.has(subject(each)),
  );
  const terms = [...kept, ...added].join(' && ');
  return range ? withRange(terms, range) : terms;
}

/** What a filter asks for all of; a filter that is no such list is one term, in brackets. */
function termsOf(filter: string): string[] {
  if (filter === '') return [];
  if (filter.length > maxExpression) return [`(${filter})`];
  const terms: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { index, 0: token } of filter.matchAll(tokens)) {
    if (token === '(' || token === '[' || token === '{') depth++;
    else if (token === ')' || token === ']' || token === '}') depth--;
    else if (depth > 0) continue;
    else if (bindsLess.test(token)) return [`(${filter})`];
    else if (token === '&&') {
      terms.push(filter.slice(start, index).trim());
      start = index + token.length;
    }
  }
  return [...terms, filter.slice(start).trim()];
}

const tokens =
  /(?<!\\)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|&&|\|\||[=!<>]=|<<=|>>=|[-+*/%&|^]=|[=?,()[\]{}]/g;
/** Operators of C that bind less than `&&`. */
const bindsLess = /^(?:\|\||\?|,|=|<<=|>>=|[-+*/%&|^]=)$/;

/**
 * What a term asks about: its text without the value that it compares with; the term itself where
 * it does not.
 */
function subject(term: string): string {
  if (term.length > maxExpression) return term;
  const [, asked] = /^((?:\$tracepoint|\$trace_line|\(.*\)) == )\S+$/.exec(term) ?? [];
  const [, text] = /^(\$_streq\(\$trace_(?:func|file), )"(?:[^"\\]|\\.)*"\)$/.exec(term) ?? [];
  return asked ?? text ?? term;
}
