// A page of a file that cannot be shown: it says why, and offers the file as text.
import * as v from 'valibot';
import type { Webview } from 'vscode';
import type { Disposable } from '../trace/emitter';
import { HostWire } from '../wire/host';

const act = v.strictObject({
  type: v.literal('openAsText'),
  line: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/** Tells a page why there is nothing to show, until the result is disposed of. */
export function failedPage(
  webview: Webview,
  message: string,
  openAsText: (line?: number) => Promise<void>,
): Disposable {
  const wire = new HostWire({ requests: {}, act }, (posted) => void webview.postMessage(posted), {
    answer: () => Promise.resolve(undefined),
    act: ({ line }) => void openAsText(line),
    ready: () => {
      wire.tell({ type: 'failed', message });
    },
    failed: () => undefined,
  });
  const subscription = webview.onDidReceiveMessage((said: unknown) => {
    wire.receive(said);
  });
  return {
    dispose: () => {
      subscription.dispose();
      wire.dispose();
    },
  };
}
