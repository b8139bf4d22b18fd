// What a page (a web view) and its host in VS Code may say to each other. The page asks requests,
// each with one answer or a problem, and tells acts, which have no answer; the host tells events.
// A contract has the schemas; both ends take their types from it.
import type * as v from 'valibot';

/** A request by its schemas: what is asked, what is answered, and what is reported meanwhile. */
interface RequestSchemas {
  readonly input: v.GenericSchema;
  readonly result: v.GenericSchema;
  readonly progress: v.GenericSchema;
}

/** Requests by name. */
export type Requests = Readonly<Record<string, RequestSchemas>>;

/** What a page may say. */
export interface Contract<R extends Requests = Requests, Act = unknown> {
  readonly requests: R;
  readonly act: v.GenericSchema<unknown, Act>;
}

/** Data that nobody changes. Typed arrays stay as they are. */
export type Immutable<T> = T extends string | number | bigint | boolean | null | undefined
  ? T
  : T extends ArrayBufferView
    ? T
    : T extends readonly unknown[] | object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T;

export type RequestName<R extends Requests> = Extract<keyof R, string>;

/** What a request takes from a page: what its schema fills in may be left out. */
export type InputOf<R extends Requests, Name extends keyof R> = Immutable<
  v.InferInput<R[Name]['input']>
>;
export type AnswerOf<R extends Requests, Name extends keyof R> = Immutable<
  v.InferOutput<R[Name]['result']>
>;
export type ReportOf<R extends Requests, Name extends keyof R> = Immutable<
  v.InferOutput<R[Name]['progress']>
>;

/** How a request is followed, and ended. */
export interface AskOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly report?: (progress: Progress) => void;
}

/** How a page asks; rejects as {@link PageWire.ask} says. */
export type AskOf<R extends Requests> = <Name extends RequestName<R>>(
  name: Name,
  asked: InputOf<R, Name>,
  options?: AskOptions<ReportOf<R, Name>>,
) => Promise<AnswerOf<R, Name>>;

/** From a page to its host. Ids are the page's, one for each request. */
export type PageMessage =
  /** The page listens; it says this first. `heard`: it has all events that were sent before. */
  | { readonly type: 'ready'; readonly heard: boolean }
  | {
      readonly type: 'request';
      readonly id: number;
      readonly name: string;
      readonly asked: unknown;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'act'; readonly act: unknown }
  /** Where the user is on the page, as JSON: a page that takes its place begins there. */
  | { readonly type: 'keep'; readonly state: string };

/** From a host to its page. */
export type HostMessage =
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  /** Why there is no answer: a sentence, and where in what was asked with, counted from 1. */
  | {
      readonly type: 'problem';
      readonly id: number;
      readonly problem: string;
      readonly column?: number;
    }
  | { readonly type: 'report'; readonly id: number; readonly report: unknown }
  /** `begins`: it is the first that was sent to a page that was loading. */
  | { readonly type: 'event'; readonly event: unknown; readonly begins?: true };
