// What a tracepoint collects: gdb manual, "Tracepoint Packets" (QTDP), the actions after the
// address. A line may hold several, one after the other.
import { fromHex } from '../bytes/hex';
import type { Action } from './description';
import { Lexer } from './lexer';

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
  const lexer = new Lexer(text);
  lexer.skipLast('-');
  const lists: [Action[], Action[]] = [[], []];
  let list = lists[0];
  let count = 0;
  while (!lexer.atEnd) {
    if (lexer.skip('S')) list = lists[1];
    else list.push(count++ < maxActions ? nextAction(lexer) : unknown(lexer.remainder()));
  }
  return { actions: lists[0], steppingActions: lists[1] };
}

/** The next action; what cannot be read takes everything to the end with it. */
function nextAction(lexer: Lexer): Action {
  const { rest } = lexer;
  const action = readAction(lexer);
  if (action) return action;
  lexer.remainder();
  return unknown(rest);
}

function unknown(text: string): Action {
  return { kind: 'unknown', text };
}

function readAction(lexer: Lexer): Action | undefined {
  if (lexer.skip('L')) return { kind: 'static-data' };
  if (lexer.skip('R')) return { kind: 'registers', mask: lexer.digits() };
  if (lexer.skip('M')) return readMemory(lexer);
  if (lexer.skip('X')) return readExpression(lexer);
  return undefined;
}

function readMemory(lexer: Lexer): Action | undefined {
  const base = lexer.skip('-') ? `-${lexer.digits()}` : lexer.digits();
  const offset = lexer.skip(',') ? lexer.digits() : '';
  const length = lexer.skip(',') ? lexer.digits() : '';
  if (!registerNumber.test(base) || offset === '' || !/^.{1,12}$/.test(length)) return undefined;
  return {
    kind: 'memory',
    baseRegister: noBaseRegister.test(base) ? undefined : Number.parseInt(base, 16),
    offset: BigInt.asUintN(64, BigInt(`0x${offset.slice(-16)}`)),
    length: Number.parseInt(length, 16),
  };
}

/** `LENGTH,BYTES`, the length in bytes; other actions may follow. */
function readExpression(lexer: Lexer): Action | undefined {
  const digits = lexer.digits();
  if (digits === '' || !lexer.skip(',')) return undefined;
  const length = Number.parseInt(digits, 16);
  const bytecode = fromHex(lexer.take(2 * length));
  return bytecode.length === length ? { kind: 'expression', bytecode } : undefined;
}
