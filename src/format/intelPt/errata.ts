// Errors in what processors of Intel record, by their names in Intel's specification updates, and
// the processors that have them, as libipt lists them.
import type { Cpu } from '../branchTrace';

/** What to work around. */
export interface Errata {
  /** A transaction's abort directly after a branch: the branch may be recorded wrongly. */
  readonly bdm64: boolean;
  /** A PSB has a FUP though recording begins only after it. */
  readonly bdm70: boolean;
  /** A CYC loses bytes to the OVF that follows it. */
  readonly skd007: boolean;
  /** The FUP after an OVF may be missing. */
  readonly skd010: boolean;
  /** VM entries end recording as if from elsewhere. */
  readonly skd022: boolean;
  /** An OVF may be followed by a TIP.PGD too many. */
  readonly apl11: boolean;
  /** An OVF may be followed by a FUP though nothing is recorded. */
  readonly apl12: boolean;
  /** A CYC may be missing before a PSB. */
  readonly skl168: boolean;
  /** A TMA may have bits that are reserved. */
  readonly skz84: boolean;
}

type Erratum = keyof Errata;

/** Models of family 6 by the errata that they share. */
const models: readonly (readonly [readonly number[], readonly Erratum[]])[] = [
  [
    [0x3d, 0x47, 0x4f, 0x56],
    ['bdm70', 'bdm64'],
  ],
  [
    [0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6],
    ['bdm70', 'skd007', 'skd022', 'skd010', 'skl168'],
  ],
  [
    [0x55, 0x6a, 0x6c, 0x8f],
    ['bdm70', 'skd022', 'skz84'],
  ],
  [
    [0x66, 0x7d, 0x7e, 0x8c, 0x8d, 0xa7, 0xa8],
    ['bdm70', 'skd022'],
  ],
  [
    [0x97, 0x9a, 0xbf],
    ['bdm70', 'skd022', 'apl11'],
  ],
  [
    [0x5c, 0x5f],
    ['apl12', 'apl11'],
  ],
  [[0x7a, 0x86, 0x96, 0x9c], ['apl11']],
];

/** The errata of a processor. */
export function errataOf(cpu: Cpu | undefined): Errata {
  const isKnown = cpu?.vendor === 'GenuineIntel' && cpu.family === 6;
  const [, names = []] = models.find(([of]) => isKnown && of.includes(cpu.model)) ?? [];
  const has = (name: Erratum) => names.includes(name);
  return {
    bdm64: has('bdm64'),
    bdm70: has('bdm70'),
    skd007: has('skd007'),
    skd010: has('skd010'),
    skd022: has('skd022'),
    apl11: has('apl11'),
    apl12: has('apl12'),
    skl168: has('skl168'),
    skz84: has('skz84'),
  };
}
