// The tree of variables: WAI-ARIA Authoring Practices, "Tree View Pattern", with the focus on the
// tree itself.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StackFrameRow } from '../../src/ask/frame/stackFrames';
import { icons } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import { menuData, onMenuKey } from '../menu';
import type { PageModel } from '../pageModel';
import { grouped, placeText } from '../text';
import type { TreeLine, TreeMove, VariablesModel } from './variablesModel';
import { menuMark, wasText } from './valueLine';
import { note } from './whereView';

const keys: Readonly<Record<string, TreeMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  ArrowRight: 'open',
  ArrowLeft: 'close',
  Enter: 'toggle',
  ' ': 'toggle',
};

/** The tree, below a choice of stack frames where there are several. */
export function variablesTree(model: PageModel): TemplateResult {
  const { variables } = model.frame;
  const { lines, stackFrames, awaited } = variables;
  if (awaited) return awaitedTree(awaited);
  return html`
    ${stackFrames.length > 1 ? stackFramePicker(variables, stackFrames) : nothing}
    ${variables.note === undefined ? nothing : note(variables.note)}
    ${model.trace?.program.state === 'none' ? withoutProgram(model) : nothing}
    ${lines.length === 0 ? nothing : treeOf(variables, lines)}
  `;
}

/** What a debugger will miss, said before it starts. */
function withoutProgram(model: PageModel): TemplateResult {
  return html`<div class="note">
    ${icons.warning}
    <p data-testid="without-program">
      ${t('Debugging shows registers and collected memory only: without a program there are no source lines, no call stack and no variables.')}
      ${link(t('Choose Program…'), t('The program that was traced'), () => {
        model.post({ type: 'chooseProgram' });
      })}
    </p>
  </div>`;
}

/** As high as the tree before it, so that nothing moves when the variables come. */
function awaitedTree({
  lines,
  stackFrames,
}: NonNullable<VariablesModel['awaited']>): TemplateResult {
  return html`
    ${
      stackFrames > 1
        ? html`<label class="stack-frame"
            >${t('stack frame')}
            <select class="mono" disabled data-testid="stack-frame">
              <option>…</option>
            </select>
          </label>`
        : nothing
    }
    <div
      class="variables mono"
      role="tree"
      tabindex="0"
      aria-label=${t('Variables')}
      aria-busy="true"
      data-testid="variables"
    >
      ${Array.from(
        { length: lines },
        (_, i) => html`<div class="variable" role="none">${i === 0 ? t('Loading…') : ' '}</div>`,
      )}
    </div>
  `;
}

function treeOf(variables: VariablesModel, lines: readonly TreeLine[]): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = keys[event.key];
    if (move === undefined && !/^[\w$*]$/.test(event.key)) return;
    event.preventDefault();
    if (move === undefined) variables.seek(event.key);
    else void variables.move(move);
    requestAnimationFrame(() => {
      document.getElementById(lineId(variables.active))?.scrollIntoView({ block: 'nearest' });
    });
  };
  return html`
    <div
      class="variables mono"
      role="tree"
      tabindex="0"
      aria-label=${t('Variables')}
      aria-activedescendant=${lineId(variables.active)}
      data-testid="variables"
      @keydown=${onKey}
      @contextmenu=${(event: MouseEvent) => {
        onMenuKey(event, document.getElementById(lineId(variables.active)));
      }}
    >
      ${lines.map((line, i) => lineView(variables, line, i))}
    </div>
  `;
}

function lineView(variables: VariablesModel, line: TreeLine, index: number): TemplateResult {
  const { node, more, level, position, setSize, isOpen } = line;
  const isFolder = !more && node.row.hasChildren;
  return html`
    <div
      id=${lineId(index)}
      class=${`variable ${levelClass(level)}${index === variables.active ? ' active' : ''}`}
      role="treeitem"
      aria-level=${level}
      aria-posinset=${position}
      aria-setsize=${setSize}
      aria-expanded=${isFolder ? (isOpen ? 'true' : 'false') : nothing}
      aria-selected=${index === variables.active ? 'true' : 'false'}
      data-vscode-context=${variableMenu(variables, line) ?? nothing}
      @click=${() => {
        void variables.press(line);
      }}
    >
      <span class="twisty" aria-hidden="true">${isFolder ? (isOpen ? '▾' : '▸') : ''}</span>
      ${more ? moreText(line) : content(line)}${variableMenu(variables, line) ? menuMark() : nothing}
    </div>
  `;
}

/**
 * What is filtered by is evaluated in the innermost stack frame: variables of others can only be
 * copied.
 */
function variableMenu({ frame, level }: VariablesModel, { node, more }: TreeLine) {
  const { value: text, expression, address } = node.row;
  if (more || frame === undefined || text === '') return undefined;
  const value = level === 0 ? expression : undefined;
  return menuData({
    ...{ frame, text },
    ...(value !== undefined && { value }),
    ...(address !== undefined && { address }),
  });
}

function content({ node: { row } }: TreeLine): TemplateResult {
  const { name, value, type, was } = row;
  const changed = was === undefined ? '' : ' changed';
  const isMissing = value.startsWith('<') && value.endsWith('>');
  return html`<span class="name">${name}</span>${typeText(type)}${
      value === ''
        ? nothing
        : html`<span class="dim"> = </span
            ><span class="value${changed}${isMissing ? ' unavailable' : ''}">${value}</span>`
    }${wasText(was)}`;
}

function typeText(type: string | undefined): TemplateResult | typeof nothing {
  return type === undefined ? nothing : html`<span class="type">: ${type}</span>`;
}

function moreText({ node }: TreeLine): TemplateResult {
  const left = node.total - (node.children?.length ?? 0);
  return html`<span class="link">${t('… {0} more', grouped(left))}</span>`;
}

function stackFramePicker(
  variables: VariablesModel,
  stackFrames: readonly StackFrameRow[],
): TemplateResult {
  const onChange = (event: Event): void => {
    void variables.showLevel(Number((event.currentTarget as HTMLSelectElement).value));
  };
  return html`
    <label class="stack-frame"
      >${t('stack frame')}
      <select class="mono" data-testid="stack-frame" @change=${onChange}>
        ${stackFrames.map(
          ({ level, name, place }) =>
            html`<option value=${level} .selected=${level === variables.level}>
              #${level} ${name}${place === undefined ? '' : ` ${placeText(place)}`}
            </option>`,
        )}
      </select>
    </label>
  `;
}

/** Deeper lines are no farther to the right: a pane is narrow. */
const deepestLevel = 12;

function levelClass(level: number): string {
  return `level-${Math.min(level, deepestLevel)}`;
}

function lineId(index: number): string {
  return `variable-${index}`;
}
