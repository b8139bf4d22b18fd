// The tree of variables: WAI-ARIA Authoring Practices, "Tree View Pattern", with the focus on the
// tree itself.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StackFrameRow } from '../../src/editor/frameMessages';
import { t } from '../l10n';
import { menuData, onMenuKey } from '../menu';
import type { PageModel } from '../pageModel';
import { grouped, placeText } from '../text';
import type { TreeLine, TreeMove, VariablesModel } from './variablesModel';
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
    ${lines.length === 0 ? nothing : treeOf(variables, lines)}
  `;
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
            <select class="mono" data-testid="stack-frame"></select
          ></label>`
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
      ${more ? moreText(line) : content(line)}
    </div>
  `;
}

/**
 * What is filtered by is evaluated in the innermost stack frame: variables of others can only be
 * copied.
 */
function variableMenu({ frame, level }: VariablesModel, { node, more }: TreeLine) {
  const { value: text, expression } = node.row;
  if (more || frame === undefined || text === '') return undefined;
  const value = level === 0 ? expression : undefined;
  return menuData({ frame, text, ...(value !== undefined && { value }) });
}

function content({ node: { row } }: TreeLine): TemplateResult {
  const { name, value, type, was } = row;
  const changed = was === undefined ? '' : ' changed';
  const isMissing = value.startsWith('<') && value.endsWith('>');
  return html`<span class="name" title=${type ?? nothing}>${name}</span>${
      value === ''
        ? nothing
        : html`<span class="dim"> = </span
            ><span class="value${changed}${isMissing ? ' unavailable' : ''}">${value}</span>`
    }${was === undefined ? nothing : html` <span class="was">${t('was {0}', was)}</span>`}`;
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

/** Deeper lines stand no farther to the right: a pane is narrow. */
const deepestLevel = 12;

function levelClass(level: number): string {
  return `level-${Math.min(level, deepestLevel)}`;
}

function lineId(index: number): string {
  return `variable-${index}`;
}
