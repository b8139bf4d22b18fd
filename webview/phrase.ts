// A sentence with more in it than words: a translation may put its parts in another order.
import { html, type TemplateResult } from 'lit/html.js';

/** The message with `{0}` replaced by the first part, and so on. */
export function phrase(message: string, ...parts: readonly unknown[]): TemplateResult {
  return html`${message.split(/(\{\d+\})/).map((each) => {
    const place = /^\{(\d+)\}$/.exec(each)?.[1];
    return place === undefined ? each : parts[Number(place)];
  })}`;
}
