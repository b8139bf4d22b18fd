// What a page asks about a trace: every request with its schemas.
import * as v from 'valibot';
import {
  expression,
  tableRequests,
  type TableAnswers,
  type TableReports,
} from './table/tableMessages';
import {
  intervalRequests,
  type IntervalAnswers,
  type IntervalReports,
} from './time/intervalMessages';
import { traceQuestions, type TraceQuestions } from './traceQuestions';
import {
  overviewRequests,
  type OverviewAnswers,
  type OverviewReports,
} from './tracks/overviewMessages';

/** A frame number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The arguments of each request. */
const requestArguments = {
  /** Completions of an expression in a frame. */
  complete: v.strictObject({ frame: number, text: expression }),
  /** What is wrong with an expression that frames are to be asked for. */
  check: v.strictObject({ text: expression }),
  ...tableRequests,
  ...overviewRequests,
  ...intervalRequests,
};

/** What each request is answered with. */
interface AnswersByName extends TableAnswers, OverviewAnswers, IntervalAnswers {
  /** Each replaces the text from `start`, counted in characters from 0. */
  readonly complete: readonly { readonly name: string; readonly start: number }[];
  /** Absent where it means something in a frame. */
  readonly check: { readonly mistake?: CheckedMistake };
}

/** Why an expression is refused. */
export interface CheckedMistake {
  readonly problem: string;
  /** In the expression, counted from 1; absent where all of it is meant. */
  readonly column?: number;
  /** Expressions that are likely meant: what is shown of each, and all of it. */
  readonly suggestions: readonly { readonly label: string; readonly text: string }[];
}

/** What a request that takes its time reports on the way. */
interface ReportsByName extends TableReports, OverviewReports, IntervalReports {
  readonly complete: never;
  readonly check: never;
}

type Names = keyof typeof requestArguments & keyof AnswersByName & keyof ReportsByName;

type OtherRequests = {
  readonly [Name in Names]: {
    readonly input: (typeof requestArguments)[Name];
    readonly result: v.GenericSchema<AnswersByName[Name]>;
    readonly progress: v.GenericSchema<ReportsByName[Name]>;
  };
};

export type TraceRequests = OtherRequests & TraceQuestions;

/** The requests by name. */
export const traceRequests = {
  ...traceQuestions,
  ...Object.fromEntries(
    Object.entries(requestArguments).map(([name, input]) => [
      name,
      { input, result: v.any(), progress: v.any() },
    ]),
  ),
} as unknown as TraceRequests;

export type RequestName = Names;
export type RequestArguments<Name extends RequestName> = v.InferOutput<
  (typeof requestArguments)[Name]
>;
export type Answers = { readonly [Name in Names]: AnswersByName[Name] };
export type Reports = { readonly [Name in Names]: ReportsByName[Name] };
