// The tab "Trace": what the file's description says apart from the tracepoints.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  Fact,
  ProgramSummary,
  RegisterSetSummary,
  TraceSummary,
} from '../src/editor/messages';
import type { PageModel } from './pageModel';
import { section } from './section';
import { counted, grouped } from './text';

export function tracePanel(model: PageModel): TemplateResult {
  const { trace } = model;
  if (trace === undefined) return html``;
  return html`
    ${section(model, { name: 'run', title: 'Run', open: true }, () => factList(runFacts(trace)))}
    ${section(
      model,
      { name: 'program', title: 'Program', open: true },
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
  return [...status, { label: 'File size', text: counted(fileSize, 'byte') }];
}

const programStates = {
  none: 'None',
  searching: 'Looking',
  placed: 'Placed',
  unplaced: 'Not placed yet',
  problem: 'Problem',
};

function programFacts(program: ProgramSummary): Fact[] {
  return [
    ...(program.path === undefined ? [] : [{ label: 'File', text: program.path }]),
    ...(program.slide === undefined ? [] : [{ label: 'Slide', text: program.slide }]),
    { label: programStates[program.state], text: program.explanation },
    ...(program.offered === undefined
      ? []
      : [{ label: 'Slides that fit', text: program.offered.join(', ') }]),
  ];
}

function variables(model: PageModel, trace: TraceSummary): TemplateResult | typeof nothing {
  if (trace.variables.length === 0) return nothing;
  return section(
    model,
    { name: 'defined variables', title: 'Trace state variables', open: true },
    () => html`
      <table class="values">
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">initially</th>
            <th scope="col"></th>
          </tr>
        </thead>
        <tbody class="mono">
          ${trace.variables.map(
            ({ name, initialValue, builtin }) => html`
              <tr>
                <th scope="row">$${name}</th>
                <td>${initialValue}</td>
                <td class="dim">${builtin ? 'built in' : ''}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `,
  );
}

function registerSet(model: PageModel, registers: RegisterSetSummary): TemplateResult {
  const { architecture, from, size, order, groups } = registers;
  const facts = [
    { label: 'Architecture', text: architecture },
    { label: 'Byte order', text: `${order} endian` },
    { label: 'Register block', text: counted(size, 'byte') },
    {
      label: 'Layout from',
      text: from === 'target-description' ? "the file's target description" : 'a built-in table',
    },
    ...groups.map(({ name, registers: names }) => ({
      label: `${name} (${grouped(names.length)})`,
      text: names.join(' '),
    })),
  ];
  return section(model, { name: 'register set', title: 'Register set', open: true }, () =>
    factList(facts),
  );
}

function unknownLines(model: PageModel, trace: TraceSummary): TemplateResult | typeof nothing {
  const { unknownLines: lines } = trace;
  if (lines.length === 0) return nothing;
  return section(
    model,
    { name: 'unknown lines', title: 'Unknown lines', note: grouped(lines.length), open: true },
    () => html`<pre class="unknown-lines mono">${lines.join('\n')}</pre>`,
  );
}
