// The tab "Trace": what the file's description says apart from the tracepoints.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  Fact,
  ProgramSummary,
  RegisterSetSummary,
  TraceSummary,
} from '../src/ask/trace/summary';
import { t } from './l10n';
import { leftOutLine } from './phrase';
import type { PageModel } from './pageModel';
import { section } from './section';
import { countText, grouped } from './text';

export function tracePanel(model: PageModel): TemplateResult {
  const { trace } = model;
  if (trace === undefined) return html``;
  return html`
    ${section(model, { name: 'run', title: t('Run'), open: true }, () => factList(runFacts(trace)))}
    ${section(
      model,
      { name: 'program', title: t('Program'), open: true },
      () =>
        html`${[trace.program, ...trace.furtherPrograms].map((each) => factList(programFacts(each)))}`,
    )}
    ${variables(model, trace)}
    ${trace.registerSet === undefined ? nothing : registerSet(model, trace.registerSet)}
    ${unknownLines(model, trace)}
  `;
}

function factList(facts: readonly Fact[]): TemplateResult {
  return html`
    <dl class="facts">
      ${facts.map(
        ({ label, text }) =>
          html`<dt>${label}</dt>
            <dd>${text}</dd>`,
      )}
    </dl>
  `;
}

function runFacts({ status, fileSize }: TraceSummary): Fact[] {
  return [...status, { label: t('File size'), text: countText(fileSize, 'byte') }];
}

const programStates = {
  none: t('None'),
  searching: t('Looking'),
  placed: t('Placed'),
  unplaced: t('Not placed yet'),
  problem: t('Problem'),
};

function programFacts(program: ProgramSummary): Fact[] {
  return [
    ...(program.path === undefined ? [] : [{ label: t('File'), text: program.path }]),
    ...(program.slide === undefined ? [] : [{ label: t('Load offset'), text: program.slide }]),
    { label: programStates[program.state], text: program.explanation },
    ...(program.offered === undefined
      ? []
      : [{ label: t('Load offsets that fit'), text: program.offered.join(', ') }]),
  ];
}

function variables(model: PageModel, trace: TraceSummary): TemplateResult | typeof nothing {
  if (trace.variables.length === 0) return nothing;
  return section(
    model,
    { name: 'defined-variables', title: t('Trace state variables'), open: true },
    () => html`
      <table class="values">
        <thead>
          <tr>
            <th scope="col">${t('name')}</th>
            <th scope="col">${t('initially')}</th>
            <td></td>
          </tr>
        </thead>
        <tbody class="mono">
          ${trace.variables.map(
            ({ name, initialValue, builtin }) => html`
              <tr>
                <th scope="row">$${name}</th>
                <td>${initialValue}</td>
                <td class="dim">${builtin ? t('built in') : ''}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      ${leftOutLine(trace.left?.variables)}
    `,
  );
}

function registerSet(model: PageModel, registers: RegisterSetSummary): TemplateResult {
  const { architecture, from, size, order, groups } = registers;
  const facts = [
    { label: t('Architecture'), text: architecture },
    { label: t('Byte order'), text: order === 'big' ? t('big endian') : t('little endian') },
    { label: t('Register block'), text: countText(size, 'byte') },
    {
      label: t('Layout from'),
      text:
        from === 'target-description' ? t("the file's target description") : t('a built-in table'),
    },
    ...groups.map(({ name, registers: names }) => ({
      label: `${name} (${grouped(names.length)})`,
      text: names.join(' '),
    })),
  ];
  return section(model, { name: 'register-set', title: t('Register set'), open: true }, () =>
    factList(facts),
  );
}

function unknownLines(model: PageModel, trace: TraceSummary): TemplateResult | typeof nothing {
  const { unknownLines: lines } = trace;
  if (lines.length === 0) return nothing;
  return section(
    model,
    {
      name: 'unknown-lines',
      title: t('Unknown lines'),
      note: grouped(lines.length + (trace.left?.unknownLines ?? 0)),
      open: true,
    },
    () =>
      html`<pre class="unknown-lines mono">${lines.join('\n')}</pre>
        ${leftOutLine(trace.left?.unknownLines)}`,
  );
}
