// Messages of a wire as tests write them: acts and events without what the wire puts around them.
import type { HostMessage, PageMessage } from '../src/wire/contract';

/** What a page may say: an act, or another message as it is. */
export type Said<Act extends object> = Act | Exclude<PageMessage, { type: 'act' }>;
/** What a host may say: an event, or another message as it is. */
export type Heard<Event extends object> = Event | Exclude<HostMessage, { type: 'event' }>;

const ofPages = new Set(['ready', 'request', 'cancel', 'keep']);

/** What a page says, on the wire. */
export function onWire<Act extends object>(said: Said<Act>): PageMessage {
  return 'type' in said && ofPages.has(said.type) ? said : { type: 'act', act: said };
}

/** What a host said, without the wire. */
export function offWire<Event extends object>(message: HostMessage): Heard<Event> {
  return message.type === 'event' ? (message.event as Event) : message;
}
