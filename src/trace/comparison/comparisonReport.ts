// A comparison as a document: Markdown for a report, CSV of the values for a spreadsheet.
import { t } from '@vscode/l10n';
import { withoutSteering } from '../../bytes/text';
import { csv, markdown, type ExportColumn, type ExportedValue } from '../export/tables';
import type { ComparedTraces, ComparedValue, UnalignedFrames } from './comparedTraces';
import { mostApart, type HistogramBar } from './distribution';

/** Values that one report lists. */
const maxListed = 100;
/** Bars of one histogram in a line of text. */
const maxBars = 6;

/** The whole comparison, with what differs. */
export function comparisonMarkdown(compared: ComparedTraces): string {
  const { left, right, summary, notes, tracepoints, intervals } = compared;
  const differing = compared.values.filter(({ histogram, ...value }) => {
    return value.differing > 0 || histogram.distance > 0;
  });
  const sections = [
    `# ${t('Compared traces')}\n`,
    `${t(
      'Left: {0}, {1} frames. Right: {2}, {3} frames.',
      ...[code(left.name), left.frames, code(right.name), right.frames],
    )}\n`,
    `**${code(summary, false)}**\n`,
    notes.map((note) => `- ${code(note, false)}\n`).join(''),
    `## ${t('Hits by tracepoint')}\n`,
    table(
      [
        ...[t('Left'), t('Right'), t('Place'), t('Function')],
        ...[t('Left hits'), t('Right hits'), t('Aligned'), t('Equal')],
      ],
      tracepoints.map((each) => [
        ...[each.left, each.right, each.place, each.functionName],
        ...[each.leftHits, each.rightHits, each.aligned, each.equal],
      ]),
    ),
    `## ${t('Values that differ')}\n`,
    table(Object.values(valueColumns()), differing.slice(0, maxListed).map(valueRow)),
    differing.length > maxListed
      ? `${t('{0} more values differ.', differing.length - maxListed)}\n`
      : '',
    ...(intervals.length === 0
      ? []
      : [
          `## ${t('Microseconds between hits')}\n`,
          table(
            [
              ...[t('Tracepoint'), t('Place'), t('Left median'), t('Right median')],
              ...[t('Left p95'), t('Right p95')],
            ],
            intervals.map(({ tracepoint, place, left: ours, right: theirs }) => [
              ...[tracepoint, place, ours.median, theirs.median, ours.p95, theirs.p95],
            ]),
          ),
        ]),
    `## ${t('Frames that only one trace has')}\n`,
    `${t('Left: {0}', framesText(compared.onlyLeft))}\n`,
    `${t('Right: {0}', framesText(compared.onlyRight))}\n`,
  ];
  return withoutSteering(sections.filter((section) => section !== '').join('\n'));
}

/** A row for each value, those that differ most first. */
export function comparisonCsv({ values }: ComparedTraces): string {
  const columns = Object.keys(valueColumns()).map(column);
  return csv.head(columns) + values.map((each) => csv.row(columns, valueRow(each))).join('');
}

/** `WAITING 3/4, TALKING 90/89`: how often each value came on the left and on the right. */
export function barsText(bars: readonly HistogramBar[]): string {
  const texts = mostApart(bars, maxBars).map(
    ({ value, left, right }) => `${value} ${left}/${right}`,
  );
  return [...texts, ...(bars.length > maxBars ? ['…'] : [])].join(', ');
}

/** The columns of values: the names of fields in CSV, which stay English, with their headings. */
const valueColumns = (): Readonly<Record<string, string>> => ({
  Tracepoint: t('Tracepoint'),
  Place: t('Place'),
  Expression: t('Expression'),
  Compared: t('Compared'),
  Differing: t('Differing'),
  'First left frame': t('First left frame'),
  'First right frame': t('First right frame'),
  Left: t('Left'),
  Right: t('Right'),
  Distance: t('Distance'),
  'Values (left/right)': t('Values (left/right)'),
  Noise: t({
    message: 'Noise',
    comment: ['why a value probably differs in any two runs: a time, an address, a thread'],
  }),
});

function valueRow(value: ComparedValue): ExportedValue[] {
  const { tracepoint, place, expression, atSteps, compared, differing, first, histogram } = value;
  return [
    ...[
      tracepoint,
      place,
      atSteps ? t('{0} (steps)', expression) : expression,
      compared,
      differing,
    ],
    ...[first?.left, first?.right, value.leftText, value.rightText],
    ...[Number(histogram.distance.toFixed(3)), barsText(histogram.bars), value.noise],
  ];
}

function framesText({ total, frames }: UnalignedFrames): string {
  const listed = frames.slice(0, maxListed).map(({ frame }) => String(frame));
  return total === 0
    ? t('none.')
    : `${total}: ${listed.join(', ')}${total > maxListed ? ', …' : ''}`;
}

function table(headings: readonly string[], rows: readonly (readonly ExportedValue[])[]): string {
  const columns = headings.map(column);
  return markdown.head(columns) + rows.map((row) => markdown.row(columns, row)).join('');
}

function column(heading: string): ExportColumn {
  return { heading, valueIn: () => Promise.resolve(undefined) };
}

/** Text in which no character is Markdown's. */
function code(text: string, isCode = true): string {
  const safe = text.replace(/[\r\n]+/g, ' ');
  return isCode ? `\`${safe.replaceAll('`', "'")}\`` : safe.replace(/([\\`*_[\]<])/g, '\\$1');
}
