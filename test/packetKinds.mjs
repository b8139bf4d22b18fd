// The kinds of Intel PT packets, of each of which a recording may have millions.

/** @param {bigint} address */
function sixBytes(address) {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntLE(Number(address), 0, 6);
  return bytes.toString('hex');
}

const psb = '0282'.repeat(8);
/** PSB, MODE.Exec for 64 bits, PSBEND. */
const header = `${psb}99010223`;

/**
 * By the name of a kind: what a stream begins with, and what is repeated then, as hexadecimal
 * digits. Where something runs, it begins at `start`.
 * @param {bigint} start
 * @returns {Record<string, readonly [start: string, repeated: string]>}
 */
export function packetKinds(start) {
  const ip = sixBytes(start);
  const enabled = `${header}71${ip}`;
  const updated = `${psb}7d${ip}`;
  return {
    PAD: [enabled, '00'],
    CYC: [enabled, '0b'],
    'CYC of three bytes': [enabled, '0f0302'],
    MTC: [enabled, '5900'],
    TSC: [enabled, '1901000000000000'],
    CBR: [enabled, '02030c00'],
    MNT: [enabled, '02c3880000000000000000'],
    OVF: [enabled, '02f3'],
    STOP: [enabled, '0283'],
    PIP: [enabled, '0243000000000000'],
    VMCS: [enabled, '02c80000000000'],
    'MODE.Exec': [enabled, '9901'],
    'MODE.TSX': [enabled, '9920'],
    EXSTOP: [enabled, '0262'],
    PWRE: [enabled, '02220000'],
    PWRX: [enabled, '02a20000000000'],
    PTW: [enabled, '021200000000'],
    'BBP and BIP': [`${enabled}026300`, '040000000000000000'],
    BEP: [enabled, '0233'],
    CFE: [enabled, '02130100'],
    EVD: [enabled, '0253000000000000000000'],
    TNT: [enabled, '06'],
    TIP: [enabled, `6d${ip}`],
    FUP: [enabled, `7d${ip}`],
    'PSB alone': [enabled, psb],
    'PSB and PSBEND': [enabled, header],
    'PSB and TSC and PSBEND': [enabled, `${psb}19010000000000000223`],
    'PAD in a PSB': [psb, '00'],
    'CYC in a PSB': [psb, '0b'],
    'MTC in a PSB': [psb, '5900'],
    'CYC after the FUP of a PSB': [updated, '0b'],
    'MTC after the FUP of a PSB': [updated, '5900'],
    'PAD after OVF': [`${enabled}02f3`, '00'],
    'CYC after OVF': [`${enabled}02f3`, '0b'],
    'MTC after OVF': [`${enabled}02f3`, '5900'],
    'MODE.Exec after OVF': [`${enabled}02f3`, '9901'],
    'CYC after OVF and FUP': [`${enabled}02f37d${ip}`, '0b'],
    'MTC after OVF and FUP': [`${enabled}02f37d${ip}`, '5900'],
    'TIP.PGE and TIP.PGD': [header, `71${ip}01`],
    'no PSB, 0': ['', '00'],
    'no PSB, 02': ['', '02'],
    'no PSB, 82': ['', '82'],
    'almost PSB': ['', `${'0282'.repeat(7)}00`],
    'one long PSB': ['', '0282'],
  };
}
