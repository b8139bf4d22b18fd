// The questions as tools of the Model Context Protocol: a trace by its path, and what is asked.
// Only traces in the folders that were given are opened; what a trace says is data, and bounded.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../bytes/requestFailed';
import { fitted, textsAreData } from '../ask/answers';
import { AskedTrace } from '../ask/askedTrace';
import { jsonSchema, type JsonSchema } from '../ask/jsonSchema';
import { checkedInput, described, type ObjectSchema } from '../ask/question';
import { questions } from '../ask/questions';
import type { AdapterHost } from '../adapter/host';

/** The trace files that may be opened. */
export interface TraceFolders {
  /** What opens files, in the folders alone. */
  readonly host: AdapterHost;
  /** The real path of a file in one of the folders; fails with a sentence elsewhere. */
  resolve(path: string): Promise<string>;
  /** Traces in the folders, by path; the first of them where they are very many. */
  list(): Promise<readonly string[]>;
  /** A text that is another one when the file was written. */
  stamp(path: string): Promise<string>;
}

/** A tool as `tools/list` has it. */
export interface TraceTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

const listTool = 'trace_list';
const listInput = v.strictObject({});
const listResult = v.strictObject({ traces: v.array(v.string()) });

/** Traces that are open at the same time. */
const maxOpen = 8;

/** Bytes of a path; in an answer, one that steers is four characters. */
const maxPath = 4 * 4096;

/** Where a question is asked: what every tool takes besides the question's own input. */
const where = {
  trace: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(maxPath)),
    'The path of the trace file; trace_list names those that may be asked.',
  ),
};

const whereInput = v.strictObject(where);

/** Answers tool calls; keeps the traces open that were asked last. */
export class TraceTools {
  private readonly open = new Map<string, { readonly stamp: string; asked: Promise<AskedTrace> }>();

  constructor(
    private readonly files: TraceFolders,
    /** Characters of one answer. */
    private readonly budget: number,
  ) {}

  /** All tools. */
  readonly list: readonly TraceTool[] = [
    {
      name: listTool,
      title: t('List traces'),
      description: 'The gdb trace files in the folders that this server may read.',
      inputSchema: jsonSchema(listInput),
      outputSchema: jsonSchema(withCut(listResult)),
    },
    ...questions.map(({ name, title, description, input, result }) => ({
      ...{ name: `trace_${name}`, title: title(), description },
      inputSchema: jsonSchema(v.strictObject({ ...where, ...input.entries })),
      outputSchema: jsonSchema(withCut(result)),
    })),
  ];

  /** What a tool answers; fails with a sentence. */
  async call(name: string, given: unknown, signal?: AbortSignal): Promise<Record<string, unknown>> {
    if (name === listTool) {
      checkedInput(listInput, given ?? {});
      return this.bounded({ traces: [...(await this.files.list())] }, {});
    }
    const question = questions.find((each) => `trace_${each.name}` === name);
    if (!question) throw new RequestFailed(`There is no tool ${name}.`);
    const { trace, ...input } = { ...(given as Record<string, unknown> | undefined) };
    const { trace: path } = checkedInput(whereInput, { trace });
    const asked = await this.opened(path);
    return this.bounded(
      await question.ask(asked, input, { ...(signal && { signal }), room: this.budget }),
      input,
    );
  }

  /** The description of a trace, as a resource has it. */
  async describe(path: string): Promise<Record<string, unknown>> {
    return this.call('trace_describe', { trace: path });
  }

  dispose(): void {
    for (const { asked } of this.open.values()) disposeOf(asked);
    this.open.clear();
  }

  private async opened(path: string): Promise<AskedTrace> {
    const real = await this.files.resolve(path);
    const stamp = await this.files.stamp(real);
    const known = this.open.get(real);
    this.open.delete(real);
    if (known && known.stamp !== stamp) disposeOf(known.asked);
    const entry =
      known?.stamp === stamp
        ? known
        : { stamp, asked: AskedTrace.open({ trace: real }, this.files.host) };
    this.open.set(real, entry);
    this.closeOldest();
    return entry.asked.catch((error: unknown) => {
      if (this.open.get(real) === entry) this.open.delete(real);
      throw error;
    });
  }

  private closeOldest(): void {
    for (const [path, { asked }] of this.open) {
      if (this.open.size <= maxOpen) return;
      this.open.delete(path);
      disposeOf(asked);
    }
  }

  private bounded(result: object, input: object): Record<string, unknown> {
    const { answer, isCut } = fitted(result, this.budget);
    if (!isCut) return answer;
    return { ...answer, ...nextOf(result, answer, input), cut: cutText(this.budget) };
  }
}

function cutText(budget: number): string {
  return `The answer was cut to ${budget} characters. Ask for less at a time: fewer rows (first, count), fewer frames, columns or expressions, or a narrower condition.`;
}

/** The row to go on with where rows were cut from a page. */
function nextOf(result: object, answer: object, input: object): { next?: number } {
  const { first = 0 } = input as { readonly first?: number };
  const kept = new Map<string, unknown>(Object.entries(answer));
  for (const name of ['frames', 'changes', 'groups']) {
    const whole = new Map<string, unknown>(Object.entries(result)).get(name);
    const left = kept.get(name);
    if (!Array.isArray(whole) || !Array.isArray(left)) continue;
    if (left.length < whole.length) return { next: first + left.length };
  }
  return {};
}

function disposeOf(asked: Promise<AskedTrace>): void {
  asked.then(
    (trace) => {
      trace.dispose();
    },
    () => undefined,
  );
}

/** A result of which the end may be missing. */
function withCut({ entries }: ObjectSchema) {
  const cut = described(v.string(), 'That the answer was cut, and how to get the rest.');
  return described(v.strictObject({ ...entries, cut: v.optional(cut) }), textsAreData);
}
