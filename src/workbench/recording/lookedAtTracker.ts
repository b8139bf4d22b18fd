// What a debug session shows, as its messages tell: the values that were not collected, each with
// the level of its stack frame. Debug Adapter Protocol.
import * as v from 'valibot';
import type { DebugAdapterTracker } from 'vscode';
import { withoutFormat } from '../../adapter/valueNodes';
import { notAvailable } from '../../expressions/problem';

/** Told of an expression and a level; of the callers without an expression. */
type Look = (expression: string | undefined, level: number) => void;

const request = v.object({
  type: v.literal('request'),
  seq: v.number(),
  command: v.string(),
  arguments: v.optional(
    v.object({
      frameId: v.optional(v.number()),
      variablesReference: v.optional(v.number()),
      startFrame: v.optional(v.number()),
      expression: v.optional(v.string()),
      context: v.optional(v.string()),
    }),
  ),
});

type Request = v.InferOutput<typeof request>;

const response = v.object({
  type: v.literal('response'),
  request_seq: v.number(),
  success: v.literal(true),
  body: v.object({
    stackFrames: v.optional(v.array(v.object({ id: v.number() }))),
    scopes: v.optional(v.array(v.object({ variablesReference: v.number() }))),
    variables: v.optional(
      v.array(
        v.object({
          value: v.string(),
          evaluateName: v.optional(v.string()),
          variablesReference: v.number(),
        }),
      ),
    ),
    result: v.optional(v.string()),
    variablesReference: v.optional(v.number()),
  }),
});

type Body = v.InferOutput<typeof response>['body'];

/** An expression that cannot be computed, since a pointer in it was not collected. */
const failure = v.object({
  type: v.literal('response'),
  request_seq: v.number(),
  success: v.literal(false),
  message: v.literal(notAvailable),
});

const stopped = v.object({ type: v.literal('event'), event: v.literal('stopped') });

/** Follows one session. */
export class LookedAtTracker implements DebugAdapterTracker {
  private readonly requests = new Map<number, Request>();
  /** Levels of stack frames and of what is opened in them, by their ids. */
  private readonly levels = new Map<number, number>();
  private readonly levelsOfParts = new Map<number, number>();

  /** `missing`: the text of what was not collected. */
  constructor(
    private readonly look: Look,
    private readonly missing: string,
  ) {}

  onWillReceiveMessage(message: unknown): void {
    const read = v.safeParse(request, message);
    if (read.success) this.requests.set(read.output.seq, read.output);
  }

  onDidSendMessage(message: unknown): void {
    if (v.safeParse(stopped, message).success) {
      this.levels.clear();
      this.levelsOfParts.clear();
    }
    const seq = v.safeParse(v.object({ request_seq: v.number() }), message);
    if (!seq.success) return;
    const asked = this.requests.get(seq.output.request_seq);
    this.requests.delete(seq.output.request_seq);
    const read = v.safeParse(response, message);
    if (asked && read.success) this.answered(asked, read.output.body);
    else if (asked && v.safeParse(failure, message).success) {
      this.answered(asked, { result: this.missing });
    }
  }

  private answered({ command, arguments: given = {} }: Request, body: Body): void {
    const opened = this.levelsOfParts.get(given.variablesReference ?? -1);
    const level = this.levels.get(given.frameId ?? -1) ?? opened;
    switch (command) {
      case 'stackTrace':
        for (const [i, { id }] of (body.stackFrames ?? []).entries()) {
          this.levels.set(id, (given.startFrame ?? 0) + i);
        }
        this.look(undefined, 0);
        return;
      case 'scopes':
        if (level === undefined) return;
        for (const each of body.scopes ?? []) this.opens(each.variablesReference, level);
        return;
      case 'variables':
        if (level === undefined) return;
        for (const { value, evaluateName, variablesReference } of body.variables ?? []) {
          this.opens(variablesReference, level);
          if (evaluateName !== undefined) this.shows(evaluateName, value, level);
        }
        return;
      case 'evaluate':
        if (level === undefined || given.expression === undefined) return;
        this.opens(body.variablesReference, level);
        if (given.context !== 'repl') this.shows(given.expression, body.result, level);
    }
  }

  private opens(reference: number | undefined, level: number): void {
    if (reference) this.levelsOfParts.set(reference, level);
  }

  private shows(expression: string, text: string | undefined, level: number): void {
    if (text?.includes(this.missing)) this.look(withoutFormat(expression), level);
  }
}
