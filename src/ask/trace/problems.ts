// What is wrong with a trace file, or worth knowing.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import type { Diagnostic } from '../../bytes/diagnostic';
import { hexAddress } from '../../bytes/hex';
import type { Immutable } from '../../wire/contract';
import { publicQuestion, wholeNumber } from '../question';

/** Problems that are listed; more are counted. */
const maxListed = 1000;

const diagnosticRow = v.strictObject({
  severity: v.picklist(['error', 'warning', 'info']),
  message: v.string(),
  /** File offset, hexadecimal, with `0x`. */
  offset: v.optional(v.string()),
  frame: v.optional(wholeNumber),
  expected: v.optional(v.string()),
  found: v.optional(v.string()),
});
export type DiagnosticSummary = Immutable<v.InferOutput<typeof diagnosticRow>>;

/** A diagnostic with its offset as text. */
export function summarizeDiagnostic(diagnostic: Diagnostic): DiagnosticSummary {
  const { severity, message, offset, frame, expected, found } = diagnostic;
  return {
    severity,
    message,
    ...(offset !== undefined && { offset: hexAddress(BigInt(offset)) }),
    ...(frame !== undefined && { frame }),
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
  };
}

/** `problems`. */
export const problems = publicQuestion({
  name: 'problems',
  title: () => t('Problems of a trace file'),
  description:
    'What is damaged or odd in a trace file, with offsets and frames. An empty list: the file is sound.',
  input: v.strictObject({}),
  result: v.strictObject({ total: wholeNumber, problems: v.array(diagnosticRow) }),
  answer: async ({ trace: { recording } }) => {
    await recording.indexed;
    const { diagnostics } = recording;
    return {
      total: diagnostics.length,
      problems: diagnostics.slice(0, maxListed).map(summarizeDiagnostic),
    };
  },
});
