// Characters that steer a terminal or turn the direction of writing, in what files say: they are
// shown as gdb writes them in strings, byte by byte in octal.

const steering =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/;
const allSteering = new RegExp(steering, 'g');
const utf8 = new TextEncoder();

/** A text as it may be shown; lines and tabs stay. */
export function withoutSteering(text: string): string {
  return steering.test(text) ? text.replace(allSteering, inOctal) : text;
}

/** A name as it may be shown, in one line. */
export function nameInOneLine(name: string): string {
  return withoutSteering(name).replace(/[\t\r\n]/g, inOctal);
}

/** A message with all its texts so. What has none to change is the same object. */
export function messageWithoutSteering<T>(message: T): T {
  return shown(message) as T;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return withoutSteering(value);
  if (Array.isArray(value)) {
    const changed = value.map(shown);
    return changed.some((each, i) => each !== value[i]) ? changed : value;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, each, shown(each)] as const);
  const isSame = entries.every(([, before, after]) => before === after);
  return isSame ? value : Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}

/** Typed arrays and the like hold no texts. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function inOctal(character: string): string {
  return Array.from(
    utf8.encode(character),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}

/** More of them do not go on the stack at once. */
const most = 4096;

/** The string of these UTF-16 code units; of bytes, one character a byte. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += most) {
    const piece = units.subarray(at, at + most);
    // A spread would copy them one by one.
    // bounded-arguments: at most 4096.
    pieces.push(Reflect.apply(String.fromCharCode, undefined, piece) as string);
  }
  return pieces.join('');
}

// VS Code turns `[text](target)` in a notification into a link, and a target may be a command of VS
// Code with arguments. Names of files or from a program may come from an attacker, so they must not
// become links.

/**
 * A sentence for a notification in which nothing is a link; the user reads the same, but for a
 * space.
 */
export function escapeLinks(sentence: string): string {
  return withoutSteering(sentence).replaceAll('](', '] (');
}
