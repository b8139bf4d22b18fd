// Rust's paths and types as gdb 13 reads them (rust_parser::parse_path, parse_type).
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { RustTokens } from './rustTokens';
import type { TypeName } from './syntax';

/** A path; `global` ones are looked up outside of the function's namespace alone. */
export interface RustPath {
  readonly name: string;
  readonly global: boolean;
}

/** What a path names. A struct of fields has names for them, one of a tuple has numbers. */
export type RustMeaning = 'value' | 'type' | 'struct' | 'tupleStruct' | undefined;

/** What the parser must know besides the text. */
export interface RustNames {
  /** The qualified name of the function that is stopped in. */
  readonly function: string | undefined;
  /** What a path is as an expression. */
  meaning(path: RustPath): RustMeaning;
  /** What it is as a type. */
  type(path: RustPath): RustMeaning;
}

/** Types in types. */
const deepest = 100;

/** Reads paths and types. */
export class RustTypes {
  private depth = 0;

  constructor(
    private readonly tokens: RustTokens,
    private readonly names: RustNames,
  ) {}

  /** `a::b`; the arguments of a generic one stand behind `::` in an expression, and not in a type. */
  path(inExpression: boolean): RustPath {
    const { tokens } = this;
    const from = tokens.next;
    let supers = 0;
    if (tokens.acceptWord('self')) {
      if (!tokens.accept('::')) return { name: 'self', global: false };
      while (tokens.acceptWord('super')) supers += this.separated();
    } else if (tokens.isWord('super')) {
      while (tokens.acceptWord('super')) supers += this.separated();
    } else if (!tokens.accept('::')) tokens.acceptWord('extern');
    const path = this.parts(inExpression);
    if (from.kind === 'operator') return { name: `${this.crate(from.at)}::${path}`, global: true };
    if (from.raw || !['self', 'super', 'extern'].includes(from.text)) {
      return { name: path, global: false };
    }
    if (from.text === 'extern') return { name: path, global: true };
    return { name: [...this.around(supers, from.at), path].join('::'), global: true };
  }

  private separated(): number {
    this.tokens.expect('::');
    return 1;
  }

  private parts(inExpression: boolean): string {
    const { tokens } = this;
    if (tokens.next.kind !== 'name') tokens.fail('identifier expected');
    let path = tokens.take().text;
    let isName = true;
    while (tokens.is('::') || tokens.is('<')) {
      if (tokens.accept('::')) {
        isName = tokens.next.kind === 'name';
        if (isName) path += `::${tokens.take().text}`;
        else if (tokens.is('::')) tokens.fail("unexpected '::'");
      }
      if (!tokens.is('<')) continue;
      if (isName === inExpression) break;
      tokens.take();
      path += `<${this.list().map(written).join(', ')}>`;
      if (tokens.is('>>')) tokens.takeHalf();
      else if (!tokens.accept('>')) tokens.fail("'>' expected");
      break;
    }
    return path;
  }

  private crate(at: number): string {
    const [crate] = namespacesAround(this.names.function);
    return crate ?? this.tokens.fail('Could not find crate for current location', at);
  }

  private around(supers: number, at: number): string[] {
    const around = namespacesAround(this.names.function);
    if (around.length === 0) this.tokens.fail("Couldn't find namespace scope for self::", at);
    if (supers >= around.length) {
      this.tokens.fail(`Too many super:: uses from '${around.join('::')}'`, at);
    }
    return around.slice(0, around.length - supers);
  }

  type(): TypeName {
    if (++this.depth > deepest) this.tokens.fail('The expression is nested too deeply.');
    const type = this.plainType();
    this.depth--;
    return type;
  }

  private plainType(): TypeName {
    const { tokens } = this;
    const { at, kind } = tokens.next;
    if (tokens.accept('[')) return this.array(at);
    if (tokens.accept('*') || tokens.accept('&')) {
      if (!tokens.acceptWord('mut')) tokens.acceptWord('const');
      return { kind: 'pointer', at, to: this.type() };
    }
    if (tokens.acceptWord('fn')) return this.function(at);
    if (tokens.accept('(')) return this.tuple(at);
    if (kind !== 'name' && !tokens.is('::')) tokens.fail('type expected');
    const path = this.path(false);
    if (!this.names.type(path)) {
      tokens.fail(`No type name '${path.name}' in current context`, at);
    }
    return { kind: 'named', at, name: path.name };
  }

  private array(at: number): TypeName {
    const { tokens } = this;
    const of = this.type();
    tokens.expect(';');
    const { kind, text } = tokens.next;
    if ((kind !== 'index' && kind !== 'number') || /[.eE]/.test(text)) {
      tokens.fail('integer expected');
    }
    tokens.take();
    tokens.expect(']');
    const count = BigInt(text.replaceAll('_', '').replace(/[iu](?:size|\d+)$/, ''));
    return { kind: 'array', at, of, count };
  }

  private function(at: number): TypeName {
    const { tokens } = this;
    tokens.expect('(');
    const parameters = tokens.is(')') ? [] : this.list();
    tokens.expect(')');
    if (!tokens.accept('->')) tokens.fail("'->' expected");
    const result = this.type();
    return {
      kind: 'pointer',
      at,
      to: { kind: 'function', at, result, parameters, variadic: false },
    };
  }

  private tuple(at: number): TypeName {
    const { tokens } = this;
    const parts = tokens.is(')') ? [] : this.list();
    tokens.expect(')');
    const name = `(${parts.map(written).join(', ')})`;
    if (!this.names.type({ name, global: false })) {
      tokens.fail(`could not find tuple type '${name}'`, at);
    }
    return { kind: 'named', at, name };
  }

  private list(): TypeName[] {
    const types = [this.type()];
    while (this.tokens.accept(',')) types.push(this.type());
    return types;
  }
}

/** A type as the names of generic types have it. */
function written(type: TypeName): string {
  if (type.kind === 'pointer') return `*mut ${written(type.to)}`;
  if (type.kind === 'array') return `[${written(type.of)}; ${type.count ?? ''}]`;
  if (type.kind !== 'function') return type.kind === 'named' ? type.name : '';
  return `fn (${type.parameters.map(written).join(', ')}) -> ${written(type.result)}`;
}

/** The namespaces around a function. */
function namespacesAround(name: string | undefined): string[] {
  return name === undefined ? [] : splitName(name).slice(0, -1);
}
