// Instructions of x86 at another address: gdb manual, "Relocate Instruction Reply Packet". A target
// that puts a jump in the place of an instruction asks the client to copy it to where it runs then.
import { concat } from '../../bytes/cursor';
import { fromHex, toHex } from '../../bytes/hex';
import type { RspClient } from './rspClient';

/** The longest instruction. */
const maxInstruction = 15;
const asked = /^qRelocInsn:([\da-f]{1,16});([\da-f]{1,16})$/i;

/**
 * Asks something on which the target may want instructions copied first. `lengthAt` is the length
 * of an instruction that was given to it.
 */
export async function requestRelocating(
  client: RspClient,
  packet: string,
  bits: number,
  lengthAt: (address: bigint) => number | undefined,
): Promise<string> {
  let reply = await client.request(packet);
  for (let match = asked.exec(reply); match; match = asked.exec(reply)) {
    const [from, to] = [BigInt(`0x${match[1] ?? '0'}`), BigInt(`0x${match[2] ?? '0'}`)];
    const length = lengthAt(from);
    const copied = length === undefined ? undefined : await copy(client, from, to, length, bits);
    reply = await client.request(
      copied === undefined ? 'E01' : `qRelocInsn:${copied.toString(16)}`,
    );
  }
  return reply;
}

/** Bytes of the copy; undefined if nothing was copied. */
async function copy(
  client: RspClient,
  from: bigint,
  to: bigint,
  length: number,
  bits: number,
): Promise<number | undefined> {
  const digits = await client.request(`m${from.toString(16)},${length.toString(16)}`);
  if (length > maxInstruction || !/^([\da-f]{2})+$/i.test(digits)) return undefined;
  const code = relocated(fromHex(digits), from, to, bits);
  if (!code) return undefined;
  const written = `M${to.toString(16)},${code.length.toString(16)}:${toHex(code)}`;
  return (await client.request(written)) === 'OK' ? code.length : undefined;
}

/** What does at `to` what an instruction does at `from`; undefined where it reaches too far. */
function relocated(
  code: Uint8Array,
  from: bigint,
  to: bigint,
  bits: number,
): Uint8Array | undefined {
  const opcode = opcodeAt(code, bits);
  if (code[opcode] === 0xe8) return relocatedCall(code, from, to, bits);
  const displacement = displacementAt(code, opcode, bits);
  return displacement === undefined ? code.slice() : moved(code, displacement, from - to);
}

/** Behind the prefixes. */
function opcodeAt(code: Uint8Array, bits: number): number {
  const prefixes = [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3];
  let at = 0;
  while (prefixes.includes(code[at] ?? 0)) at++;
  return bits === 64 && ((code[at] ?? 0) & 0xf0) === 0x40 ? at + 1 : at;
}

/** Where the 32-bit distance is by which an instruction names an address; undefined for none. */
function displacementAt(code: Uint8Array, opcode: number, bits: number): number | undefined {
  const [first = 0, second = 0] = code.subarray(opcode);
  if (first === 0xe9) return opcode + 1;
  if (first === 0x0f && (second & 0xf0) === 0x80) return opcode + 2;
  const modrm = modrmAt(code, opcode, bits);
  const isRelative = bits === 64 && modrm !== undefined && ((code[modrm] ?? 0) & 0xc7) === 0x05;
  return isRelative ? modrm + 1 : undefined;
}

/** Where the byte is that names the operands. */
function modrmAt(code: Uint8Array, opcode: number, bits: number): number | undefined {
  const [first = 0, second = 0] = code.subarray(opcode);
  if (bits === 64 && first === 0xc5) return opcode + 3;
  if (bits === 64 && first === 0xc4) return opcode + 4;
  if (bits === 64 && first === 0x62) return opcode + 5;
  if (first === 0x0f) {
    if (second === 0x38 || second === 0x3a) return opcode + 3;
    return hasNoOperandByte.test(hex(second)) ? undefined : opcode + 2;
  }
  return hasOperandByte.test(hex(first)) ? opcode + 1 : undefined;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** Opcodes of one byte with operands in memory: Intel's manual, volume 2, appendix A. */
const hasOperandByte = /^([0-3][0-389ab]|6[39b]|8.|c[0167]|d[0-389a-f]|f[67ef])$/;
/** Opcodes after 0f without such operands. */
const hasNoOperandByte = /^(0[5-9b]|3[0-7]|77|8.|a[0-289a]|c[89a-f])$/;

/** The instruction with a distance that is longer by so much. */
function moved(code: Uint8Array, at: number, by: bigint): Uint8Array | undefined {
  const copy = code.slice();
  if (at + 4 > copy.length) return undefined;
  const view = new DataView(copy.buffer);
  const distance = BigInt(view.getInt32(at, true)) + by;
  if (distance !== BigInt.asIntN(32, distance)) return undefined;
  view.setInt32(at, Number(distance), true);
  return copy;
}

/** A call as gdb copies it: the return address of before is pushed, and the call is a jump. */
function relocatedCall(
  code: Uint8Array,
  from: bigint,
  to: bigint,
  bits: number,
): Uint8Array | undefined {
  const back = from + BigInt(code.length);
  const push = new DataView(new ArrayBuffer(bits === 64 ? 13 : 5));
  push.setUint8(0, 0x68);
  push.setUint32(1, Number(back & 0xffff_ffffn), true);
  if (bits === 64) {
    // mov dword [rsp + 4], the upper half.
    push.setUint32(5, 0x04_24_44_c7, true);
    push.setUint32(9, Number(BigInt.asUintN(64, back) >> 32n), true);
  }
  const distance = new DataView(code.buffer, code.byteOffset, code.length).getInt32(1, true);
  const target = back + BigInt(distance);
  const jump = new DataView(new ArrayBuffer(5));
  jump.setUint8(0, 0xe9);
  const far = target - (to + BigInt(push.byteLength + 5));
  if (far !== BigInt.asIntN(32, far)) return undefined;
  jump.setInt32(1, Number(far), true);
  return concat([new Uint8Array(push.buffer), new Uint8Array(jump.buffer)]);
}
