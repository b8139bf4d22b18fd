// What a Natvis file says, as plain data: the types, how each is summarised and opened. What is
// wrong in it is named with its line, and the rest of the file counts (Visual Studio's
// documentation, "Create custom views of C++ objects").
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import {
  readFormatted,
  readDisplayText,
  type FormattedExpression,
  type TextPart,
} from './formattedExpression';
import { TypePattern } from './typePattern';
import { readElements, type FileProblem, type XmlElement } from './xmlElements';

export type { FileProblem } from './xmlElements';

/** A Natvis file. */
export interface NatvisFile {
  /** Those of higher priority first, else in the order of the file. */
  readonly types: readonly NatvisType[];
  readonly problems: readonly FileProblem[];
}

/** When a part of a type counts. */
export interface Conditional {
  /** From 1. */
  readonly line: number;
  readonly condition?: string;
  /** Left out where it cannot be evaluated, instead of the whole type. */
  readonly optional: boolean;
  /** Names of views: only in these, and not in those. */
  readonly includeViews: readonly string[];
  readonly excludeViews: readonly string[];
}

/** One of several expressions: the first whose condition holds. */
export type Choice = Conditional & FormattedExpression;

/** What a value says of itself and what it is opened to. */
export interface Visualization {
  readonly texts: readonly (Conditional & { readonly parts: readonly TextPart[] })[];
  readonly strings: readonly Choice[];
  readonly pointers: readonly Choice[];
  readonly items: readonly ExpandItem[];
  /** Whether the file says what it is opened to, be it nothing. */
  readonly expands: boolean;
}

/** A `<Type>`. */
export interface NatvisType extends Visualization, Conditional {
  readonly names: readonly TypePattern[];
  /** Whether classes that derive from it are shown so too. */
  readonly inheritable: boolean;
}

/** The names of the children, `[{key}]`; their indexes where there is none. */
type Names = readonly TextPart[] | undefined;

/** What `<Expand>` lists. */
export type ExpandItem = Conditional &
  (
    | { readonly kind: 'item'; readonly names: Names; readonly value: FormattedExpression }
    | { readonly kind: 'expanded'; readonly value: FormattedExpression }
    | { readonly kind: 'synthetic'; readonly names: Names; readonly shows: Visualization }
    | {
        readonly kind: 'array';
        readonly sizes: readonly Choice[];
        readonly values: readonly Choice[];
        /** Number of dimensions; one where it is absent. */
        readonly rank?: string;
        /** The last dimension is the one whose elements are side by side. */
        readonly forward: boolean;
        readonly lowerBounds: readonly Choice[];
      }
    | {
        readonly kind: 'indexed';
        readonly sizes: readonly Choice[];
        readonly values: readonly Choice[];
      }
    | ({ readonly kind: 'list'; readonly next: string } & Nodes)
    | ({ readonly kind: 'tree'; readonly left: string; readonly right: string } & Nodes)
  );

interface Nodes {
  readonly sizes: readonly Choice[];
  readonly head: Choice;
  readonly names: Names;
  /** In a node; where its condition fails, it is the end of the list or of the branch. */
  readonly value: Choice;
}

/** Reads a file. Never throws. */
export function readNatvis(xml: string): NatvisFile {
  const { root, problem } = readElements(xml);
  const problems: FileProblem[] = [];
  const types: { priority: number; type: NatvisType }[] = [];
  if (root && root.name !== 'AutoVisualizer') {
    problems.push({
      line: root.line,
      problem: t('The file does not begin with <AutoVisualizer>.'),
    });
  }
  for (const element of root?.name === 'AutoVisualizer' ? root.children : []) {
    const reader = new TypeReader(problems);
    if (element.name === 'Type') append(types, reader.type(element));
    else if (!ofWindows.has(element.name)) reader.unknown(element);
  }
  if (problem) problems.push(problem);
  types.sort((a, b) => b.priority - a.priority);
  return { types: types.map(({ type }) => type), problems };
}

/** What concerns Visual Studio's own windows. */
const ofWindows: ReadonlySet<string> = new Set([
  'HResult',
  'LocalizedStrings',
  'UIVisualizer',
  'Version',
  'MostDerivedType',
]);

const priorities = ['Low', 'MediumLow', 'Medium', 'MediumHigh', 'High'];

/** A mistake ends the element that it is in. */
class Mistake extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

class TypeReader {
  constructor(private readonly problems: FileProblem[]) {}

  type(element: XmlElement): { priority: number; type: NatvisType }[] {
    return this.orProblem(() => {
      const { Inheritable: inheritable, Priority: given = 'Medium' } = element.attributes;
      const priority = priorities.indexOf(given);
      if (priority < 0) throw new Mistake(element.line, t('There is no priority “{0}”.', given));
      const others = element.children.filter(({ name }) => name === 'AlternativeType');
      const names = [element, ...others].map((each) => new TypePattern(required(each, 'Name')));
      const shows = this.visualization(element);
      const isInheritable = inheritable !== 'false';
      return {
        priority,
        type: { ...conditional(element), ...shows, names, inheritable: isInheritable },
      };
    });
  }

  unknown({ name, line }: XmlElement): void {
    this.problems.push({ line, problem: t('<{0}> is not supported.', name) });
  }

  private visualization(element: XmlElement): Visualization {
    const texts: Visualization['texts'][number][] = [];
    const strings: Choice[] = [];
    const pointers: Choice[] = [];
    const items: ExpandItem[] = [];
    let expands = false;
    for (const each of element.children) {
      switch (each.name) {
        case 'AlternativeType':
          break;
        case 'DisplayString':
          append(
            texts,
            this.orProblem(() => ({ ...conditional(each), parts: textOf(each, each.text) })),
          );
          break;
        case 'StringView':
          append(
            strings,
            this.orProblem(() => choice(each)),
          );
          break;
        case 'SmartPointer':
          append(
            pointers,
            this.orProblem(() => choice(each)),
          );
          break;
        case 'Expand':
          expands = true;
          for (const item of each.children) append(items, this.item(item));
          break;
        default:
          if (!ofWindows.has(each.name)) this.unknown(each);
      }
    }
    return { texts, strings, pointers, items, expands };
  }

  private item(element: XmlElement): ExpandItem[] {
    return this.orProblem((): ExpandItem | undefined => {
      const common = conditional(element);
      switch (element.name) {
        case 'Item':
          return { ...common, kind: 'item', names: namesOf(element), value: expressionOf(element) };
        case 'ExpandedItem':
          return { ...common, kind: 'expanded', value: expressionOf(element) };
        case 'Synthetic':
          return {
            ...common,
            kind: 'synthetic',
            names: namesOf(element),
            shows: this.visualization(element),
          };
        case 'ArrayItems':
          return { ...common, ...arrayItems(element) };
        case 'IndexListItems':
          return {
            ...common,
            kind: 'indexed',
            sizes: choices(element, 'Size', 1),
            values: choices(element, 'ValueNode', 1),
          };
        case 'LinkedListItems':
          return { ...common, kind: 'list', next: only(element, 'NextPointer'), ...nodes(element) };
        case 'TreeItems':
          return {
            ...common,
            kind: 'tree',
            left: only(element, 'LeftPointer'),
            right: only(element, 'RightPointer'),
            ...nodes(element),
          };
        default:
          this.unknown(element);
          return undefined;
      }
    });
  }

  /** What is read, in a list; an empty one where there is a mistake, which is remembered. */
  private orProblem<T>(read: () => T | undefined): T[] {
    try {
      const found = read();
      return found === undefined ? [] : [found];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.problems.push({ line: error.line, problem: error.message });
      return [];
    }
  }
}

function arrayItems(element: XmlElement): Extract<ExpandItem, { kind: 'array' }> {
  const direction = element.children.find(({ name }) => name === 'Direction')?.text.trim();
  const rank = element.children.find(({ name }) => name === 'Rank');
  return {
    ...conditional(element),
    kind: 'array',
    sizes: choices(element, 'Size', 1),
    values: choices(element, 'ValuePointer', 1),
    forward: direction !== 'Backward',
    lowerBounds: choices(element, 'LowerBound', 0),
    ...(rank && { rank: expressionOf(rank).expression }),
  };
}

function nodes(element: XmlElement): Nodes {
  const [head] = choices(element, 'HeadPointer', 1);
  const [value] = choices(element, 'ValueNode', 1);
  if (!head || !value) throw new Mistake(element.line, t('<{0}> is not complete.', element.name));
  const node = element.children.find(({ name }) => name === 'ValueNode');
  const names = node && namesOf(node);
  return { sizes: choices(element, 'Size', 0), head, value, names };
}

function choices(element: XmlElement, name: string, least: 0 | 1): readonly Choice[] {
  const found = element.children.filter((each) => each.name === name);
  if (found.length < least)
    throw new Mistake(element.line, t('<{0}> has no <{1}>.', element.name, name));
  return found.map(choice);
}

function only(element: XmlElement, name: string): string {
  const [first] = choices(element, name, 1);
  return first?.expression ?? '';
}

function choice(element: XmlElement): Choice {
  return { ...conditional(element), ...expressionOf(element) };
}

function expressionOf({ name, line, text }: XmlElement): FormattedExpression {
  if (text.trim() === '') throw new Mistake(line, t('<{0}> is empty.', name));
  return readFormatted(text);
}

function conditional({ line, attributes }: XmlElement): Conditional {
  const condition = attributes['Condition'];
  return {
    line,
    ...(condition !== undefined && { condition }),
    optional: attributes['Optional'] === 'true',
    includeViews: viewsIn(attributes['IncludeView']),
    excludeViews: viewsIn(attributes['ExcludeView']),
  };
}

function viewsIn(list = ''): readonly string[] {
  return list
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function namesOf(element: XmlElement): Names {
  const name = element.attributes['Name'];
  return name === undefined ? undefined : textOf(element, name);
}

function textOf({ line }: XmlElement, text: string): readonly TextPart[] {
  const parts = readDisplayText(text.trim());
  if ('problem' in parts) throw new Mistake(line, parts.problem);
  return parts;
}

function required({ name, line, attributes }: XmlElement, attribute: string): string {
  const value = attributes[attribute];
  if (value === undefined) throw new Mistake(line, t('<{0}> has no “{1}”.', name, attribute));
  return value;
}
