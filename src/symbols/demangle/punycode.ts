// Names with letters that are not ASCII: Bootstring with the parameters of Punycode (RFC 3492,
// sections 5 and 6).

const base = 36;
const smallestThreshold = 1;
const largestThreshold = 26;
const skew = 38;
const damping = 700;
const firstBias = 72;
const firstCode = 128;
const lastCode = 0x10ffff;

/** Puts into `ascii` the letters that `deltas` describes; undefined where it describes none. */
export function decodePunycode(ascii: string, deltas: string): string | undefined {
  const codes = Array.from(ascii, (letter) => letter.codePointAt(0) ?? 0);
  let code = firstCode;
  let bias = firstBias;
  let at = 0;
  for (let i = 0; i < deltas.length;) {
    const before = at;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(deltas[i++]);
      if (digit === undefined) return undefined;
      at += digit * weight;
      if (at > Number.MAX_SAFE_INTEGER) return undefined;
      const threshold = Math.min(Math.max(k - bias, smallestThreshold), largestThreshold);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = codes.length + 1;
    bias = adapted(at - before, length, before === 0);
    code += Math.floor(at / length);
    if (code > lastCode || (code >= 0xd800 && code < 0xe000)) return undefined;
    at %= length;
    codes.splice(at++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined || !/^[a-z0-9]$/.test(letter)) return undefined;
  return letter <= '9' ? Number(letter) + 26 : letter.charCodeAt(0) - 97;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damping) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - smallestThreshold) * largestThreshold) / 2; k += base) {
    rest = Math.floor(rest / (base - smallestThreshold));
  }
  return k + Math.floor(((base - smallestThreshold + 1) * rest) / (rest + skew));
}
