// The page's end of a wire whose other end is a test.
import type { TraceQuestions } from '../../../src/ask/traceQuestions';
import type { Act, HostEvent } from '../../../src/editor/pageMessages';
import type { HostMessage } from '../../../src/wire/contract';
import { PageWire } from '../../../src/wire/page';
import type { Said } from '../../wireMessages';

export interface WiredPage {
  readonly wire: PageWire<TraceQuestions, Act, HostEvent>;
  /** Answers a request, or reports how far it has come. */
  answer(message: Exclude<HostMessage, { type: 'event' }>): Promise<void>;
}

/** `said` gets what the page says. */
export function wiredPage(said: (message: Said<Act>) => void): WiredPage {
  let receive: (message: unknown) => void = () => undefined;
  const wire = new PageWire<TraceQuestions, Act, HostEvent>({
    post: (message) => {
      said(message.type === 'act' ? (message.act as Act) : message);
    },
    listen: (hear) => {
      receive = hear;
    },
    savedState: undefined,
    save: () => undefined,
  });
  wire.listen(() => undefined);
  return {
    wire,
    answer: (message) => {
      receive(message);
      return new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
