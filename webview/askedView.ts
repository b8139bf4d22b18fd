// What is shown of a question that takes its time: why there is no answer, and how far it has come.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Asked } from './asked';
import { note } from './frame/whereView';
import { stoppableProgress } from './progress';

/** `doing`: what a screen reader is told of the progress. */
export function askedView(
  { problem, progress }: Pick<Asked<unknown>, 'problem' | 'progress'>,
  doing: string,
  stop: () => void,
): TemplateResult {
  return html`${problem === undefined ? nothing : note(problem)}
  ${
    progress === undefined
      ? nothing
      : html`<div class="counting">${stoppableProgress(doing, progress, stop)}</div>`
  }`;
}
