// Editing a tracepoint: a list of all that it has, and a step for each. What a step changes is
// saved at once.
import * as vscode from 'vscode';
import type { ExpressionLanguage } from '../../symbols/dwarf/languages';
import type { PlannedAction, PlannedTracepoint, TracepointKind } from '../../remote/record/plan';
import { assignedIn, expressionLanguageOf } from './actions';
import { askForCondition, askForLocation, askForPassCount, askForSteps, pickOne } from './prompts';
import { chooseActions } from './chooseActions';
import { checkCollecting } from './collectCheck';
import { lineOf } from './locations';
import type { Tracepoints } from './tracepoints';
import { actionsLine, kindWord } from './tracepointText';

/**
 * What a step returns: the changed tracepoint, or undefined if the user cancels. `recorded` is the
 * program that was recorded last.
 */
type Step = (
  tracepoint: PlannedTracepoint,
  title: string,
  recorded: string | undefined,
) => Promise<PlannedTracepoint | undefined>;

interface PartItem extends vscode.QuickPickItem {
  readonly step: Step;
}

/**
 * Shows all parts of a tracepoint, and lets the user change one after the other. `recorded` is the
 * program that was recorded last.
 */
export async function editTracepoint(
  tracepoints: Tracepoints,
  number: number,
  recorded: string | undefined,
): Promise<void> {
  let last = 0;
  for (;;) {
    const tracepoint = tracepoints.withNumber(number);
    if (!tracepoint) return;
    const title = vscode.l10n.t('Tracepoint {0} at {1}', number, tracepoint.location);
    const items = partsOf(tracepoint);
    const placeholder = vscode.l10n.t('What to change');
    const picked = await pickOne(items, { title, placeholder, active: items[last] });
    if (!picked) return;
    last = items.indexOf(picked);
    const changed = await picked.step(tracepoint, `${title}: ${picked.label}`, recorded);
    if (changed) keep(tracepoints, changed);
  }
}

/**
 * Keeps a tracepoint, and defines the trace state variables that it computes and that are not
 * defined yet.
 */
function keep(tracepoints: Tracepoints, tracepoint: PlannedTracepoint): void {
  tracepoints.replace(tracepoint);
  const known = new Set(tracepoints.plan.variables.map(({ name }) => name));
  for (const action of [...tracepoint.actions, ...(tracepoint.stepping?.actions ?? [])]) {
    const name = action.action === 'teval' ? assignedIn(action.expression) : undefined;
    if (name !== undefined && !known.has(name)) tracepoints.setVariable({ name, initialValue: 0n });
  }
}

function partsOf(tracepoint: PlannedTracepoint): PartItem[] {
  const { location, condition, actions, stepping, passCount, kind, enabled } = tracepoint;
  return [
    {
      label: vscode.l10n.t('Collect'),
      description: actionsLine(actions),
      iconPath: new vscode.ThemeIcon('checklist'),
      step: editActions,
    },
    {
      label: vscode.l10n.t('Condition'),
      description: condition ?? vscode.l10n.t('none: every hit'),
      iconPath: new vscode.ThemeIcon('filter'),
      step: editCondition,
    },
    {
      label: vscode.l10n.t('While Stepping'),
      description: stepping
        ? vscode.l10n.t('{0} instructions: {1}', stepping.count, actionsLine(stepping.actions))
        : vscode.l10n.t('none'),
      iconPath: new vscode.ThemeIcon('debug-step-into'),
      step: editStepping,
    },
    {
      label: vscode.l10n.t('Pass Count'),
      description:
        passCount > 0
          ? vscode.l10n.t('the run ends at hit {0}', passCount)
          : vscode.l10n.t('none: the run goes on'),
      iconPath: new vscode.ThemeIcon('dashboard'),
      step: editPassCount,
    },
    {
      label: vscode.l10n.t('Location'),
      description: location,
      iconPath: new vscode.ThemeIcon('location'),
      step: editLocation,
    },
    {
      label: vscode.l10n.t('Kind'),
      description: kindWord(kind),
      iconPath: new vscode.ThemeIcon('zap'),
      step: editKind,
    },
    {
      label: enabled ? vscode.l10n.t('Disable') : vscode.l10n.t('Enable'),
      iconPath: new vscode.ThemeIcon(enabled ? 'circle-slash' : 'circle-filled'),
      step: (each) => Promise.resolve({ ...each, enabled: !each.enabled }),
    },
  ];
}

const editActions: Step = async (tracepoint, title, recorded) => {
  const check = checkCollecting(tracepoint.location, recorded);
  const actions = await chooseActions(title, tracepoint.actions, styleAt(tracepoint), check);
  return actions && { ...tracepoint, actions };
};

const editCondition: Step = async (tracepoint, title) => {
  const { condition = '', ...others } = tracepoint;
  const typed = await askForCondition(title, condition, styleAt(tracepoint));
  if (typed === undefined) return undefined;
  return typed === '' ? others : { ...others, condition: typed };
};

const editStepping: Step = async (tracepoint, title, recorded) => {
  const { stepping, ...others } = tracepoint;
  const count = await askForSteps(title, stepping?.count ?? 0);
  if (count === undefined) return undefined;
  if (count === 0) return others;
  const before: readonly PlannedAction[] = stepping?.actions ?? [
    { action: 'collect', item: '$regs' },
  ];
  const check = checkCollecting(tracepoint.location, recorded);
  const actions = await chooseActions(title, before, styleAt(tracepoint), check);
  return actions && { ...others, stepping: { count, actions } };
};

const editPassCount: Step = async (tracepoint, title) => {
  const passCount = await askForPassCount(title, tracepoint.passCount);
  return passCount === undefined ? undefined : { ...tracepoint, passCount };
};

const editLocation: Step = async (tracepoint, title) => {
  const location = await askForLocation(title, tracepoint.location);
  return location === undefined ? undefined : { ...tracepoint, location };
};

const editKind: Step = async (tracepoint, title) => {
  const detail: Readonly<Record<TracepointKind, string>> = {
    trap: vscode.l10n.t('A trap instruction. Works everywhere.'),
    fast: vscode.l10n.t(
      'A jump, much faster: the program must have loaded the in-process agent (libinproctrace.so).',
    ),
    static: vscode.l10n.t('A marker that the program was built with.'),
  };
  const kinds: readonly TracepointKind[] = ['trap', 'fast', 'static'];
  const items = kinds.map((kind) => ({
    label: kindWord(kind),
    detail: detail[kind],
    chosen: kind,
  }));
  const active = items.find(({ chosen }) => chosen === tracepoint.kind);
  const picked = await pickOne(items, { title, active });
  return picked && { ...tracepoint, kind: picked.chosen };
};

/** Expressions are written as the language of the tracepoint's source writes them. */
function styleAt({ location }: PlannedTracepoint): ExpressionLanguage {
  const file = lineOf(location)?.file;
  if (file === undefined) return 'c++';
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(`/${file}`));
  return expressionLanguageOf(open?.languageId ?? (file.endsWith('.rs') ? 'rust' : undefined));
}
