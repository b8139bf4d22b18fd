// A comparison as a document: Markdown for a report, CSV of the values for a spreadsheet.
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
    '# Compared traces\n',
    `Left: ${code(left.name)}, ${left.frames} frames. Right: ${code(right.name)}, ${right.frames} frames.\n`,
    `**${code(summary, false)}**\n`,
    notes.map((note) => `- ${code(note, false)}\n`).join(''),
    '## Hits by tracepoint\n',
    table(
      ['Left', 'Right', 'Place', 'Function', 'Left hits', 'Right hits', 'Aligned', 'Equal'],
      tracepoints.map((each) => [
        ...[each.left, each.right, each.place, each.functionName],
        ...[each.leftHits, each.rightHits, each.aligned, each.equal],
      ]),
    ),
    '## Values that differ\n',
    table(valueHeadings, differing.slice(0, maxListed).map(valueRow)),
    differing.length > maxListed ? `${differing.length - maxListed} more values differ.\n` : '',
    ...(intervals.length === 0
      ? []
      : [
          '## Microseconds between hits\n',
          table(
            ['Tracepoint', 'Place', 'Left median', 'Right median', 'Left p95', 'Right p95'],
            intervals.map(({ tracepoint, place, left: ours, right: theirs }) => [
              ...[tracepoint, place, ours.median, theirs.median, ours.p95, theirs.p95],
            ]),
          ),
        ]),
    '## Frames that only one trace has\n',
    `Left: ${framesText(compared.onlyLeft)}\n`,
    `Right: ${framesText(compared.onlyRight)}\n`,
  ];
  return withoutSteering(sections.filter((section) => section !== '').join('\n'));
}

/** A row for each value, those that differ most first. */
export function comparisonCsv({ values }: ComparedTraces): string {
  const columns = valueHeadings.map(column);
  return csv.head(columns) + values.map((each) => csv.row(columns, valueRow(each))).join('');
}

/** `WAITING 3/4, TALKING 90/89`: how often each value came on the left and on the right. */
export function barsText(bars: readonly HistogramBar[]): string {
  const texts = mostApart(bars, maxBars).map(
    ({ value, left, right }) => `${value} ${left}/${right}`,
  );
  return [...texts, ...(bars.length > maxBars ? ['…'] : [])].join(', ');
}

const valueHeadings = [
  'Tracepoint',
  'Place',
  'Expression',
  'Compared',
  'Differing',
  'First left frame',
  'First right frame',
  'Left',
  'Right',
  'Distance',
  'Values (left/right)',
  'Noise',
];

function valueRow(value: ComparedValue): ExportedValue[] {
  const { tracepoint, place, expression, atSteps, compared, differing, first, histogram } = value;
  return [
    ...[tracepoint, place, atSteps ? `${expression} (steps)` : expression, compared, differing],
    ...[first?.left, first?.right, value.leftText, value.rightText],
    ...[Number(histogram.distance.toFixed(3)), barsText(histogram.bars), value.noise],
  ];
}

function framesText({ total, frames }: UnalignedFrames): string {
  const listed = frames.slice(0, maxListed).map(({ frame }) => String(frame));
  return total === 0 ? 'none.' : `${total}: ${listed.join(', ')}${total > maxListed ? ', …' : ''}`;
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
