// How many objects there are, as a heap snapshot sees them: what nothing holds any more is not
// counted.
import { getHeapSnapshot } from 'node:v8';

/**
 * The parts of a heap snapshot that are read (v8's heap-snapshot-generator). Nodes and edges are
 * rows of numbers.
 */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

async function heapSnapshot(): Promise<HeapSnapshot> {
  const pieces: Buffer[] = [];
  for await (const piece of getHeapSnapshot()) pieces.push(Buffer.from(piece as Uint8Array));
  return JSON.parse(Buffer.concat(pieces).toString()) as HeapSnapshot;
}

/**
 * Live objects that have all of a class' properties, by its name: minified code keeps the names of
 * properties alone.
 */
export async function heapCountsOf<Name extends string>(
  classes: Readonly<Record<Name, readonly string[]>>,
): Promise<Record<Name, number>> {
  const { snapshot, nodes, edges, strings } = await heapSnapshot();
  const { node_fields: fields, edge_fields: edgeFields, edge_types: types } = snapshot.meta;
  const property = types[0].indexOf('property');
  const edgeCount = fields.indexOf('edge_count');
  const names = Object.keys(classes) as Name[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const wanted = new Set(names.flatMap((name) => classes[name]));
  let edge = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const found = new Set<string>();
    const end = edge + (nodes[at + edgeCount] ?? 0) * edgeFields.length;
    for (; edge < end; edge += edgeFields.length) {
      const text = edges[edge] === property ? (strings[edges[edge + 1] ?? 0] ?? '') : '';
      if (wanted.has(text)) found.add(text);
    }
    if (found.size === 0) continue;
    for (const name of names) {
      if (classes[name].every((each) => found.has(each))) counts[name]++;
    }
  }
  return counts;
}
