// Numbers in gdb's XML documents: decimal, or hexadecimal behind 0x, or octal behind 0, as C's strtoul reads them with base 0.

const greatest = (1n << 64n) - 1n;

/** The number that a text stands for; undefined where it is none, or takes more than 64 bits. */
export function readXmlNumber(text: string | undefined): bigint | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > 24 || !/^(0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.test(trimmed)) return undefined;
  const octal = /^0[0-7]+$/.test(trimmed);
  const value = BigInt(octal ? `0o${trimmed.slice(1)}` : trimmed);
  return value > greatest ? undefined : value;
}
