// What a page asks about a trace: every request with its schemas.
import * as v from 'valibot';
import { bytesRequests, type BytesAnswers, type BytesReports } from './bytes/bytesMessages';
import {
  compareRequests,
  type CompareAnswers,
  type CompareReports,
  frameRequests,
  type FrameAnswers,
  type FrameReports,
} from './frame/frameMessages';
import type { MemoryRangeRow } from './messages';
import { expression } from './table/tableMessages';
import {
  tracepointRequests,
  type TracepointAnswers,
  type TracepointReports,
} from './trace/tracepointMessages';
import { traceQuestions, type TraceQuestions } from './traceQuestions';

/** A frame number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The arguments of each request. */
const requestArguments = {
  /** Memory at what the user typed: any expression that is an address in the frame. */
  memory: v.strictObject({ frame: number, address: expression }),
  ...frameRequests,
  ...compareRequests,
  ...tracepointRequests,
  ...bytesRequests,
};

/** What each request is answered with. */
interface AnswersByName
  extends BytesAnswers, FrameAnswers, CompareAnswers, TracepointAnswers {
  readonly memory: MemoryRangeRow;
}

/** What a request that takes its time reports on the way. */
interface ReportsByName
  extends BytesReports, FrameReports, CompareReports, TracepointReports {
  readonly memory: never;
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
