// Addresses with the symbol that they are in, as gdb writes them: `0x401146 <helper+53>`.
import { hexAddress } from '../bytes/hex';
import { demangle, adaName } from '../symbols/demangle';
import type { SymbolOffset } from '../symbols/codeNames';
import type { Program } from '../symbols/program';
import { nameWithParameters } from './functionName';
import type { SymbolNaming, ValueContext } from './value';

const usual: SymbolNaming = {
  demangle: true,
  asmDemangle: false,
  filenames: false,
  maxOffset: Infinity,
};

/**
 * `<helper+53>` without the brackets; undefined where no program has a symbol there. `inCode`: as
 * an operand of an instruction, by the linker's name where the compiler gives it.
 */
export async function symbolOf(
  address: bigint,
  { modules, symbolNaming = usual }: Pick<ValueContext, 'modules' | 'symbolNaming'>,
  inCode = false,
): Promise<string | undefined> {
  const { demangle, asmDemangle, filenames, maxOffset } = symbolNaming;
  const isSpelled = demangle && (asmDemangle || !inCode);
  for (const { program, slide } of modules) {
    const at = BigInt.asUintN(64, address - slide);
    const symbol = await program.symbolAt(at);
    if (!symbol) continue;
    if (symbol.offset > maxOffset) return undefined;
    const name = isSpelled ? await spelled(symbol, program) : await linked(symbol, program);
    const where = filenames ? await sourceText(at, program) : '';
    if (symbol.offset === 0n) return name + where;
    return `${name}${symbol.offset > 0n ? '+' : ''}${symbol.offset}${where}`;
  }
  return undefined;
}

/** ` at app.c:12`; empty where no line is known. */
async function sourceText(at: bigint, { lines }: Program): Promise<string> {
  const span = await lines.lineSpanAt(at);
  return span ? ` at ${(await lines.writtenFile(at, span.file)) ?? span.file}:${span.line}` : '';
}

/** A symbol by the linker's name. */
export async function linked(
  symbol: Omit<SymbolOffset, 'offset'>,
  program: Program,
): Promise<string> {
  if (!symbol.function) return symbol.name;
  return symbol.linkageName ?? spelled(symbol, program);
}

/**
 * A symbol as gdb writes it: a function of C++ with its parameters, and where only the symbol
 * table knows it, its result.
 */
export async function spelled(
  symbol: Omit<SymbolOffset, 'offset'>,
  program: Program,
): Promise<string> {
  const { name, function: described } = symbol;
  if (!described) return demangle(name, { result: true }) ?? adaName(name) ?? name;
  return nameWithParameters({ ...symbol, ...described }, program);
}

/** An address with its symbol. */
export async function addressText(
  address: bigint,
  context: ValueContext,
  settings: { readonly addresses: boolean; readonly symbols: boolean },
  inCode = false,
): Promise<string> {
  const name = settings.symbols ? await symbolOf(address, context, inCode) : undefined;
  const parts = [
    ...(settings.addresses ? [hexAddress(address)] : []),
    ...(name === undefined ? [] : [`<${name}>`]),
  ];
  return parts.join(' ');
}
