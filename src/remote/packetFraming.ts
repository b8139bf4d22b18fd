// How packets are framed in a stream of bytes: gdb manual, "Overview" of the remote protocol.
// `$body#checksum` is a packet, `%body#checksum` a notification, `+` and `-` are
// acknowledgements; a `*` in a body repeats the character before it.

/** What a stream holds, in order. Bodies have one UTF-16 unit a byte and their runs written out. */
export type StreamEvent =
  /** `intact` is false where the checksum was wrong, or the packet too long to be kept. */
  | { readonly kind: 'packet'; readonly body: string; readonly intact: boolean }
  | { readonly kind: 'notification'; readonly body: string }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'interrupt' };

/** Characters that a body may have, once its runs are written out. */
export const maxBodyLength = 1 << 20;

/** A run's count is this much below the character that tells it. */
const countBase = 29;
/**
 * gdbserver's limits on the repeats of a character, the first not counted; fewer are written out.
 */
const fewestRepeats = 3;
const maxRunLength = 96;
const interruptByte = 0x03;

/** A packet as it is sent; with `runLength`, long runs of a character are shortened. */
export function framePacket(body: string, runLength = false): string {
  const sent = runLength ? shortenRuns(body) : body;
  return `$${sent}#${checksumOf(sent)}`;
}

/** Finds packets in bytes that come in pieces. What is between packets is skipped. */
export class PacketReader {
  private start: '$' | '%' | undefined;
  private raw: string[] = [];
  private rawLength = 0;
  /** The digits of a checksum that have come; absent before the `#`. */
  private digits: string | undefined;

  /** Takes the next bytes, as a string of one unit a byte, and returns what they complete. */
  take(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (let at = 0; at < text.length;) {
      if (this.start !== undefined && this.digits === undefined) at = this.takeBody(text, at);
      else {
        const event = this.takeOne(text.charAt(at++));
        if (event) events.push(event);
      }
    }
    return events;
  }

  /** Takes a body up to its end or the end of the text, and returns the place after it. */
  private takeBody(text: string, from: number): number {
    let end = from;
    while (end < text.length && !ends(text.charCodeAt(end))) end++;
    // What is too long is counted and not kept.
    if (this.rawLength + end - from <= maxBodyLength) this.raw.push(text.slice(from, end));
    this.rawLength += end - from;
    if (end === text.length) return end;
    if (text.charAt(end) === '#') this.digits = '';
    else this.begin('$');
    return end + 1;
  }

  private takeOne(character: string): StreamEvent | undefined {
    if (this.digits !== undefined) {
      this.digits += character;
      return this.digits.length === 2 ? this.finish(this.digits) : undefined;
    }
    if (character === '$' || character === '%') this.begin(character);
    else if (character === '+') return { kind: 'acknowledged' };
    else if (character === '-') return { kind: 'rejected' };
    else if (character.charCodeAt(0) === interruptByte) return { kind: 'interrupt' };
    return undefined;
  }

  private begin(start: '$' | '%'): void {
    this.start = start;
    this.raw = [];
    this.rawLength = 0;
    this.digits = undefined;
  }

  private finish(digits: string): StreamEvent | undefined {
    const raw = this.raw.join('');
    const body = this.rawLength > maxBodyLength ? undefined : writeOutRuns(raw);
    const intact = body !== undefined && checksumOf(raw) === digits.toLowerCase();
    const isPacket = this.start === '$';
    this.start = undefined;
    this.digits = undefined;
    if (isPacket) return { kind: 'packet', body: body ?? '', intact };
    return intact ? { kind: 'notification', body } : undefined;
  }
}

/**
 * `#` ends a body; a `$` in it begins a new packet, since the end of the one before was lost.
 */
function ends(unit: number): boolean {
  return unit === 0x23 || unit === 0x24;
}

function checksumOf(sent: string): string {
  let sum = 0;
  for (let i = 0; i < sent.length; i++) sum += sent.charCodeAt(i);
  return (sum & 0xff).toString(16).padStart(2, '0');
}

/** Undefined where the body would be too long, or a run has nothing to repeat or no count. */
function writeOutRuns(raw: string): string | undefined {
  if (!raw.includes('*')) return raw;
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  for (let star = raw.indexOf('*'); star >= 0; star = raw.indexOf('*', from)) {
    const repeats = raw.charCodeAt(star + 1) - countBase;
    if (star === 0 || !(repeats > 0)) return undefined;
    const previous = star > from ? raw.charAt(star - 1) : (pieces.at(-1)?.at(-1) ?? '');
    pieces.push(raw.slice(from, star), previous.repeat(repeats));
    length += star - from + repeats;
    if (length > maxBodyLength) return undefined;
    from = star + 2;
  }
  pieces.push(raw.slice(from));
  return pieces.join('');
}

function shortenRuns(body: string): string {
  let sent = '';
  for (let at = 0; at < body.length;) {
    const character = body.charAt(at);
    let repeats = 0;
    while (repeats < maxRunLength && body.charAt(at + repeats + 1) === character) repeats++;
    if (repeats < fewestRepeats) {
      sent += character;
      at++;
      continue;
    }
    while (ends(repeats + countBase)) repeats--;
    sent += `${character}*${String.fromCharCode(repeats + countBase)}`;
    at += repeats + 1;
  }
  return sent;
}
