// Shared objects as a target lists them: gdb manual, "Library List Format for SVR4 Targets".
import { SaxesParser } from 'saxes';

/** A shared object in memory. */
export interface Library {
  /** In the target's file system. */
  readonly path: string;
  /** Run-time address minus link-time address. */
  readonly slide: bigint;
}

/** Libraries of a list that are read. */
const mostLibraries = 1 << 16;

/** Reads the list up to the first thing that is wrong; an element without its attributes is left out. */
export function readLibraries(xml: string): Library[] {
  const libraries: Library[] = [];
  const parser = new SaxesParser();
  let isWrong = false;
  parser.on('error', () => {
    isWrong = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (isWrong || name !== 'library' || libraries.length >= mostLibraries) return;
    const slide = /^\s*(0x[\da-f]{1,16}|\d{1,19})\s*$/i.exec(attributes.l_addr ?? '')?.[1];
    const path = attributes.name;
    if (path && slide !== undefined) libraries.push({ path, slide: BigInt(slide) });
  });
  parser.write(xml).close();
  return libraries;
}
