// A tree as text, with parentheses around each operation.
import type { Expression } from '../../../src/expressions/syntax';

export function written(of: Expression): string {
  switch (of.kind) {
    case 'number':
    case 'character':
      return of.text;
    case 'string':
      return of.texts.join('');
    case 'truth':
      return String(of.value);
    case 'name':
      return (of.scope === undefined ? '' : `'${of.scope}'::`) + (of.global ? '::' : '') + of.name;
    case 'variable':
      return `$${of.name}`;
    case 'unary':
      return `(${of.operator}${written(of.operand)})`;
    case 'binary':
      return `(${written(of.left)} ${of.operator} ${written(of.right)})`;
    case 'conditional':
      return `(${written(of.condition)} ? ${written(of.then)} : ${written(of.otherwise)})`;
    case 'member':
      return `${written(of.operand)}${of.arrow ? '->' : '.'}${of.member}`;
    case 'memberPointer':
      return `(${written(of.operand)} ${of.arrow ? '->*' : '.*'} ${written(of.member)})`;
    case 'subscript':
      return `${written(of.operand)}[${written(of.index)}]`;
    case 'slice': {
      const ends = [of.from, of.to].map((end) => (end ? written(end) : ''));
      return `${written(of.operand)}[${ends.join(of.inclusive ? '..=' : '..')}]`;
    }
    case 'applied':
    case 'call':
      return `${written(of.callee)}(${of.arguments.map(written).join(', ')})`;
    case 'bound':
      return `${of.which}(${[of.operand, of.dimension]
        .flatMap((each) => each ?? [])
        .map(written)
        .join(', ')})`;
    case 'enumerator':
      return `${of.which}(${written(of.operand)})`;
    case 'cast':
      return `((${JSON.stringify(of.type.kind)})${written(of.operand)})`;
    case 'memory':
      return `{${of.type.kind}}${written(of.address)}`;
    case 'size':
      return `sizeof(${'type' in of.of ? of.of.type.kind : written(of.of.expression)})`;
    case 'typeInfo':
      return `typeid(${'type' in of.of ? of.of.type.kind : written(of.of.expression)})`;
    case 'array':
      return `{${of.elements.map(written).join(', ')}}`;
    case 'type':
      return of.type.kind;
    case 'assignment':
      return `assign ${written(of.target)}`;
  }
}
