// What a tracepoint collects: gdb manual, "Tracepoint Packets" (QTDP), the actions after the
// address. A line may hold several, one behind the other.
import { fromHex } from '../bytes/hex';
import type { Action } from './description';
import { isHexDigit } from './lexer';

/** The actions of one line. */
export interface ActionList {
  readonly actions: readonly Action[];
  /** Those after an inner `S`: they belong to `while-stepping`. */
  readonly steppingActions: readonly Action[];
}

/** Actions of one line that are read one by one; what follows is kept as text. */
const maxActions = 10_000;
/**
 * A base register of -1: the offset is an address. gdb writes `-1`; 32 bits of it mean the same.
 */
const noBaseRegister = /^(-1|f{8})$/i;
/** At most 32 bits. */
const registerNumber = /^-?[0-9a-f]{1,8}$/i;

/** Reads the actions of a `tp A` or `tp S` line, or of a QTDP packet with its trailing `-`. */
export function readActions(text: string): ActionList {
  const reader = new ActionReader(text);
  const lists: [Action[], Action[]] = [[], []];
  let list = lists[0];
  let count = 0;
  while (!reader.atEnd) {
    if (reader.skip('S')) list = lists[1];
    else list.push(count++ < maxActions ? reader.next() : reader.unknown());
  }
  return { actions: lists[0], steppingActions: lists[1] };
}

class ActionReader {
  private at = 0;
  private readonly end: number;

  constructor(private readonly text: string) {
    this.end = text.endsWith('-') ? text.length - 1 : text.length;
  }

  get atEnd(): boolean {
    return this.at >= this.end;
  }

  skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  /** The next action; what cannot be read takes everything to the end with it. */
  next(): Action {
    const start = this.at;
    const action = this.read();
    if (action) return action;
    this.at = start;
    return this.unknown();
  }

  unknown(): Action {
    const text = this.text.slice(this.at, this.end);
    this.at = this.end;
    return { kind: 'unknown', text };
  }

  private read(): Action | undefined {
    if (this.skip('L')) return { kind: 'static-data' };
    if (this.skip('R')) return { kind: 'registers', mask: this.digits() };
    if (this.skip('M')) return this.memory();
    if (this.skip('X')) return this.expression();
    return undefined;
  }

  private memory(): Action | undefined {
    const base = this.skip('-') ? `-${this.digits()}` : this.digits();
    const offset = this.skip(',') ? this.digits() : '';
    const length = this.skip(',') ? this.digits() : '';
    if (!registerNumber.test(base) || offset === '' || !/^.{1,12}$/.test(length)) return undefined;
    return {
      kind: 'memory',
      baseRegister: noBaseRegister.test(base) ? undefined : Number.parseInt(base, 16),
      offset: BigInt.asUintN(64, BigInt(`0x${offset.slice(-16)}`)),
      length: Number.parseInt(length, 16),
    };
  }

  private expression(): Action | undefined {
    const length = Number.parseInt(this.digits(), 16);
    if (!this.skip(',')) return undefined;
    const digits = this.text.slice(this.at, Math.min(this.at + 2 * length, this.end));
    const bytecode = fromHex(digits);
    if (bytecode.length !== length) return undefined;
    this.at += 2 * length;
    return { kind: 'expression', bytecode };
  }

  private digits(): string {
    const start = this.at;
    while (this.at < this.end && isHexDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.text.slice(start, this.at);
  }
}
