// What `<Expand>` of a Natvis file opens a value to: items, arrays, lists, trees, and what another
// value is opened to.
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { plainParts } from '../../values/children';
import { dereference, element } from '../../values/navigate';
import { listed, plausible } from '../../values/pretty/presentation';
import { present } from '../../values/pretty/libraries';
import { strip } from '../../values/types';
import { asInteger, Value, type Child, type Children, type Presentation } from '../../values/value';
import { notAvailable } from '../problem';
import type { FormattedExpression, TextPart } from './formattedExpression';
import type { Choice, ExpandItem, Visualization } from './natvisFile';
import { NotShown } from './objectScope';
import { oneDeeper, shownBy, type ShownObject } from './shownObject';

/** As many nodes of a list or a tree as are followed. */
const maxNodes = 10_000;
const maxRank = 16;

type Kind<K extends ExpandItem['kind']> = Extract<ExpandItem, { readonly kind: K }>;

/** How an object is shown; undefined where a type of a file says nothing. */
export async function presentationOf(
  object: ShownObject,
  shows: Visualization,
): Promise<Presentation | undefined> {
  const summary = await object.summary(shows);
  if (summary === undefined && !shows.expands) return undefined;
  if (!shows.expands) return { summary: summary ?? '' };
  const shown = await childrenOf(object, shows.items);
  return { summary: summary ?? (shown.children.count === 0 ? '{}' : ''), ...shown };
}

/** The children that items list, one after the other. */
async function childrenOf(
  object: ShownObject,
  items: readonly ExpandItem[],
): Promise<{ readonly children: Children } & Pick<Presentation, 'hint'>> {
  const groups: Children[] = [];
  const kinds = new Set<ExpandItem['kind']>();
  for (const item of items) {
    if (!(await object.applies(item))) continue;
    const group = await object.ofPart(item, () => groupOf(item, object));
    if (!group) continue;
    groups.push(group);
    kinds.add(item.kind);
  }
  const isArray = [...kinds].every((kind) => kind === 'array' || kind === 'indexed');
  return { children: joined(groups), ...(isArray && kinds.size > 0 && { hint: 'array' }) };
}

function joined(groups: readonly Children[]): Children {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    read: async (start, wanted) => {
      const children: Child[] = [];
      let before = 0;
      for (const group of groups) {
        const first = Math.max(0, start - before);
        const most = Math.min(group.count, start + wanted - before) - first;
        if (most > 0) append(children, await group.read(first, most));
        before += group.count;
      }
      return children;
    },
  };
}

function groupOf(item: ExpandItem, object: ShownObject): Promise<Children> {
  switch (item.kind) {
    case 'item':
      return single(item, object);
    case 'expanded':
      return expanded(item, object);
    case 'synthetic':
      return synthetic(item, object);
    case 'array':
      return array(item, object);
    case 'indexed':
      return indexed(item, object);
    case 'list':
      return list(item, object);
    case 'tree':
      return tree(item, object);
  }
}

async function single(item: Kind<'item'>, object: ShownObject): Promise<Children> {
  const value = await object.evaluated(item.value, item.line);
  return listed([{ name: await nameOf(item, object), ...formatted(value, item.value) }]);
}

function formatted(value: Value, { format }: FormattedExpression): Pick<Child, 'value' | 'format'> {
  return { value, ...(format && { format }) };
}

async function nameOf(
  { names, line, ...item }: Kind<'item'> | Kind<'synthetic'>,
  object: ShownObject,
): Promise<string> {
  if (names) return object.text(names, line);
  return 'value' in item ? item.value.expression : '';
}

/** What another value is opened to, or what the pointer to it leads to. */
async function expanded(item: Kind<'expanded'>, object: ShownObject): Promise<Children> {
  const value = await object.evaluated(item.value, item.line);
  const isPointer = strip(value.type).kind === 'pointer';
  const target = isPointer ? await dereference(value) : value;
  if ('problem' in target) throw new NotShown(item.line, target.problem);
  const shown = await present(oneDeeper(target), object.scope.budget);
  if (shown) return shown.children ? asBefore(shown.children, object) : listed([]);
  const parts = await plainParts(target, undefined);
  return {
    count: parts.named + parts.indexed,
    read: async (start, count) => {
      const named = (await parts.namedParts(start + count)).slice(start);
      const first = Math.max(0, start - parts.named);
      const indexes = await parts.indexedParts(first, count - named.length);
      return [...named, ...indexes].flatMap(({ name, value: part }) =>
        'problem' in part ? [] : [{ name, value: part }],
      );
    },
  };
}

/** Children that are no deeper than others of the object. */
function asBefore(children: Children, { scope }: ShownObject): Children {
  const depth = scope.object.context.printers?.depth ?? 0;
  const raised = (child: Child): Child => ({ ...child, value: shownBy(child.value, { depth }) });
  return {
    count: children.count,
    read: async (start, wanted) => (await children.read(start, wanted)).map(raised),
  };
}

/** A child that is no value: the object itself, shown in another way. */
async function synthetic(item: Kind<'synthetic'>, object: ShownObject): Promise<Children> {
  const { object: whole } = object.scope;
  const { type, place, bits, context } = whole;
  const value: Value = new Value(
    type,
    place,
    {
      ...context,
      printers: {
        ...context.printers,
        present: async (shown, budget) => {
          if (shown !== value) return present(new Value(shown.type, shown.place, context), budget);
          const own = object.withOwnBudget();
          return (await own.orNothing(() => presentationOf(own, item.shows))) ?? { summary: '' };
        },
      },
    },
    bits,
  );
  return listed([{ name: await nameOf(item, object), value, isGroup: true }]);
}

async function sizeOf(
  sizes: readonly Choice[],
  object: ShownObject,
  index?: number,
): Promise<number> {
  const size = await object.first(sizes, index);
  if (!size) return 0;
  const count = plausible(await object.scope.number(size.expression, size.line, index));
  if (count === undefined) throw new NotShown(size.line, 'no such size can be', true);
  return count;
}

async function array(item: Kind<'array'>, object: ShownObject): Promise<Children> {
  const { rank, sizes, lowerBounds, line, forward } = item;
  const dimensions = rank === undefined ? 1 : Number(await object.scope.number(rank, line));
  if (!(dimensions > 0 && dimensions <= maxRank))
    throw new NotShown(line, 'no such rank can be', true);
  const lengths: number[] = [];
  const lower: bigint[] = [];
  for (let i = 0; i < dimensions; i++) {
    lengths.push(await sizeOf(sizes, object, i));
    const bound = await object.first(lowerBounds, i);
    lower.push(bound ? await object.scope.number(bound.expression, bound.line, i) : 0n);
  }
  const count = plausible(BigInt(lengths.reduce((product, length) => product * length, 1)));
  const pointer = await object.first(item.values);
  if (count === undefined || !pointer || count === 0) return listed([]);
  const data = await object.evaluated(pointer, pointer.line);
  const child = async (i: number): Promise<Child> => {
    const indexes = indexesOf(i, lengths, forward).map(
      (each, k) => (lower[k] ?? 0n) + BigInt(each),
    );
    const value = await element(data, BigInt(i));
    if ('problem' in value) throw new NotShown(pointer.line, value.problem);
    return { name: `[${indexes.join(',')}]`, ...formatted(value, pointer) };
  };
  return numbered(count, object, (_, i) => child(i));
}

/** The indexes of an element of an array of several dimensions. */
function indexesOf(place: number, lengths: readonly number[], forward: boolean): number[] {
  const indexes = lengths.map(() => 0);
  const order = lengths.map((_, i) => (forward ? lengths.length - 1 - i : i));
  let rest = place;
  for (const dimension of order) {
    const length = lengths[dimension] ?? 1;
    indexes[dimension] = rest % length;
    rest = Math.floor(rest / length);
  }
  return indexes;
}

async function indexed(item: Kind<'indexed'>, object: ShownObject): Promise<Children> {
  const count = await sizeOf(item.sizes, object);
  return numbered(count, object, async (own, i) => {
    const choice = await own.first(item.values, i);
    if (!choice) return undefined;
    const value = await own.evaluated(choice, choice.line, i);
    return { name: `[${i}]`, ...formatted(value, choice) };
  });
}

/** Children with indexes; those from the first one on that cannot be had are left out. */
function numbered(
  count: number,
  object: ShownObject,
  child: (own: ShownObject, index: number) => Promise<Child | undefined>,
): Children {
  return {
    count,
    read: async (start, wanted) => {
      const own = object.withOwnBudget();
      const slice = new TimeSlice();
      const children: Child[] = [];
      for (let i = start; i < Math.min(count, start + wanted); i++) {
        await slice.yieldIfDue();
        const found = await own.orNothing(() => child(own, i));
        if (!found) return children;
        children.push(found);
      }
      return children;
    },
  };
}

async function list(item: Kind<'list'>, object: ShownObject): Promise<Children> {
  const most = await nodeLimit(item, object);
  const walk = new NodeWalk(item, object);
  const nodes: Value[] = [];
  let node = most > 0 ? await walk.first() : undefined;
  while (node && nodes.length < most) {
    nodes.push(node);
    // Of the last one too: whether it was collected shows there.
    node = await walk.next(node, item.next);
  }
  return inNodes(nodes, item, object);
}

async function tree(item: Kind<'tree'>, object: ShownObject): Promise<Children> {
  const most = await nodeLimit(item, object);
  const walk = new NodeWalk(item, object);
  const nodes: Value[] = [];
  const above: Value[] = [];
  let node = most > 0 ? await walk.first() : undefined;
  while ((node ?? above.at(-1)) && nodes.length < most) {
    if (node) {
      above.push(node);
      node = await walk.next(node, item.left);
      continue;
    }
    const last = above.pop();
    if (!last) break;
    nodes.push(last);
    if (nodes.length < most) node = await walk.next(last, item.right);
  }
  return inNodes(nodes, item, object);
}

async function nodeLimit(
  { sizes }: Kind<'list'> | Kind<'tree'>,
  object: ShownObject,
): Promise<number> {
  return sizes.length === 0 ? maxNodes : Math.min(maxNodes, await sizeOf(sizes, object));
}

/** The way through the nodes of a list or a tree. None is passed twice. */
class NodeWalk {
  private readonly seen = new Set<bigint>();
  private readonly slice = new TimeSlice();

  constructor(
    private readonly item: Kind<'list'> | Kind<'tree'>,
    private readonly object: ShownObject,
  ) {}

  async first(): Promise<Value | undefined> {
    const { head } = this.item;
    return this.target(await this.object.scope.value(head.expression, head.line));
  }

  /** The node that a pointer of another leads to; undefined at an end. */
  async next(node: Value, pointer: string): Promise<Value | undefined> {
    await this.slice.yieldIfDue();
    const scope = await this.object.scope.inside(node);
    return this.target(await scope.value(pointer, this.item.line));
  }

  private async target(pointer: Value): Promise<Value | undefined> {
    const { line, value } = this.item;
    const address = await asInteger(pointer);
    if (address === undefined) throw new NotShown(line, notAvailable);
    if (address === 0n || this.seen.has(address) || this.seen.size > maxNodes) return undefined;
    this.seen.add(address);
    const node = await dereference(pointer);
    if ('problem' in node) throw new NotShown(line, node.problem);
    if (value.condition === undefined) return node;
    return (await (await this.object.inside(node)).applies(value)) ? node : undefined;
  }
}

function inNodes(
  nodes: readonly Value[],
  { value, names }: Kind<'list'> | Kind<'tree'>,
  object: ShownObject,
): Children {
  return numbered(nodes.length, object, async (own, i) => {
    const node = nodes[i];
    if (!node) return undefined;
    const inside = await own.inside(node);
    const found = await inside.evaluated(value, value.line, i);
    return {
      name: await nodeName(names, i, inside, value.line),
      ...formatted(found, value),
    };
  });
}

async function nodeName(
  names: readonly TextPart[] | undefined,
  index: number,
  node: ShownObject,
  line: number,
): Promise<string> {
  return names ? node.text(names, line, index) : `[${index}]`;
}
