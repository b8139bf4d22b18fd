// Addresses that a person types: a slide, or where the sections of a kernel's module lay.
import type { SectionAddresses } from '../symbols/relocatable';

const address = /^(?:0[xX][0-9a-fA-F]{1,16}|\d{1,19})$/;

/** A slide: an address, or `auto` (also nothing) for what the trace says; undefined where it is neither. */
export function readSlide(text: string): bigint | 'auto' | undefined {
  const typed = text.trim();
  if (typed === '' || typed === 'auto') return 'auto';
  return address.test(typed) ? BigInt(typed) : undefined;
}

/**
 * Section addresses as `.text=0xffffffffc0401000 .data=0x…`, with spaces, commas or colons between, as
 * `/sys/module/NAME/sections` gives them; undefined where the text is something else.
 */
export function readSections(text: string): SectionAddresses | undefined {
  const words = text.split(/[\s,;=:]+/).filter((word) => word !== '');
  const sections = new Map<string, bigint>();
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', at = ''] = words.slice(i, i + 2);
    if (!name.startsWith('.') || !address.test(at)) return undefined;
    sections.set(name, BigInt(at));
  }
  return sections;
}
