// What any packet may be answered with: gdb manual, "Overview" of the remote protocol and "Standard Replies".

/** A reply, before the request's own form is looked at. */
export type Reply =
  | { readonly kind: 'ok' }
  /** The packet is not known to the target. */
  | { readonly kind: 'unsupported' }
  /** `code`: two digits; `text`: what the newer form `E.text` says. */
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'data'; readonly text: string };

/** Reads a reply. */
export function readReply(reply: string): Reply {
  if (reply === '') return { kind: 'unsupported' };
  if (reply === 'OK') return { kind: 'ok' };
  if (reply.startsWith('E.')) return { kind: 'error', text: reply.slice(2) };
  if (/^E[\da-f]{2}$/i.test(reply)) return { kind: 'error', code: reply.slice(1) };
  return { kind: 'data', text: reply };
}

/** The reply's body. */
export function writeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'ok':
      return 'OK';
    case 'unsupported':
      return '';
    case 'error':
      return 'text' in reply ? `E.${reply.text}` : `E${reply.code}`;
    case 'data':
      return reply.text;
  }
}
