// Rules for traces that machines check: what must never be so in a frame, and what must always be.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import { FileSink } from '../platform/fileSink';
import type { AskedTrace } from '../ask/askedTrace';
import { brokenRule, type BrokenRule } from '../ask/table/brokenRule';
import { listedFrame, type ListedFrame } from '../ask/table/frames';
import { baseName } from '../trace/paths';
import { exitCodes, onlyTrace, UsageProblem, type Invocation } from './command';
import { withTrace } from './openedTrace';

/** A rule with what came of it. */
export interface CheckedRule {
  readonly kind: 'never' | 'always';
  readonly condition: string;
  /** The first frame that breaks it, and how many do. */
  readonly broken?: BrokenRule & { readonly place: string };
  /** Why it could not be checked. */
  readonly problem?: string;
}

/** `check`. */
export async function check(invocation: Invocation) {
  const { options, output } = invocation;
  const rules = (['never', 'always'] as const).flatMap((kind) =>
    options.texts(kind).map((condition) => ({ kind, condition })),
  );
  if (rules.length === 0) throw new UsageProblem(t('Give a rule: --never or --always.'));
  const trace = onlyTrace(invocation);
  const checked = await withTrace(trace, invocation, async (asked) => {
    const done: CheckedRule[] = [];
    for (const rule of rules) done.push(await checkRule(asked, rule, invocation));
    return done;
  });
  for (const rule of checked) {
    if (output.isJson) await output.json(rule);
    else await tell(rule, invocation);
  }
  const report = options.text('junit');
  if (report !== undefined) {
    const xml = new TextEncoder().encode(junitXml(baseName(trace), checked));
    await FileSink.save(report, (sink) => sink.write(xml));
  }
  if (checked.some(({ problem }) => problem !== undefined)) return exitCodes.failed;
  return checked.some(({ broken }) => broken) ? exitCodes.broken : exitCodes.done;
}

async function checkRule(
  asked: AskedTrace,
  { kind, condition }: Pick<CheckedRule, 'kind' | 'condition'>,
  { output, signal }: Invocation,
): Promise<CheckedRule> {
  try {
    const run = { signal, report: output.progress };
    const broken = await brokenRule(asked, kind, condition, run);
    if (!broken) return { kind, condition };
    const row = await listedFrame(asked.trace, broken.frame, []);
    return { kind, condition, broken: { ...broken, place: placeOf(row) } };
  } catch (error) {
    if (!(error instanceof RequestFailed) || signal.aborted) throw error;
    return { kind, condition, problem: error.message };
  }
}

function placeOf({ function: name, file, line }: ListedFrame): string {
  const place = file === undefined ? undefined : `${baseName(file)}:${line ?? ''}`;
  return [name, place].filter((each) => each !== undefined).join(', ');
}

async function tell(
  { kind, condition, broken, problem }: CheckedRule,
  { output }: Invocation,
): Promise<void> {
  if (problem !== undefined) {
    await output.reportError(`${kind}: ${problem}`);
    return;
  }
  const verdict = broken ? output.emphasis('FAIL', 'bad') : output.emphasis('ok  ', 'good');
  await output.write(`${verdict} `);
  await output.line(`${kind} ${condition}`);
  if (broken) await output.line(`     ${brokenText(broken)}`);
}

function brokenText({ frame, count, place }: NonNullable<CheckedRule['broken']>): string {
  const where = place === '' ? '' : ` (${place})`;
  return count === 1
    ? t({
        message: 'broken in frame {0}{1}',
        args: [frame, where],
        comment: ['a rule; {1}: a place in parentheses behind a blank, or nothing'],
      })
    : t({
        message: 'broken in frame {0}{1}, and in {2} more',
        args: [frame, where, count - 1],
        comment: ['a rule; {1}: a place in parentheses behind a blank, or nothing'],
      });
}

/** What was checked as JUnit's XML, which CI systems show. */
function junitXml(trace: string, rules: readonly CheckedRule[]): string {
  const failures = rules.filter(({ broken }) => broken).length;
  const errors = rules.filter(({ problem }) => problem !== undefined).length;
  const name = xml(trace);
  const counts = `tests="${rules.length}" failures="${failures}" errors="${errors}"`;
  const cases = rules.map(({ kind, condition, broken, problem }) => {
    const inside = broken
      ? `<failure message="${xml(brokenText(broken))}"/>`
      : problem !== undefined
        ? `<error message="${xml(problem)}"/>`
        : '';
    const head = `<testcase classname="${name}" name="${xml(`${kind} ${condition}`)}"`;
    return inside === '' ? `    ${head}/>` : `    ${head}>${inside}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML 1.0 has no way to write other control characters. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
