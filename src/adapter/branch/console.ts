// The debug console over a branch trace: gdb's commands about a recording (gdb manual, "Process
// Record and Replay") and the moves, by gdb's names. There are no values to print.
import { t } from '@vscode/l10n';
import {
  type BranchTrace,
  type Execution,
  executedFrom,
  type Executed,
} from '../../trace/branch/branchTrace';
import type { Direction } from '../../trace/search/search';
import * as moves from '../../trace/branch/stepping';
import { callHistoryLine, infoRecord, instructionHistory } from '../../trace/branch/text';
import type { LaunchArguments } from '../launchArguments';
import { RequestFailed } from '../../bytes/requestFailed';
import { executionOf } from './launch';
import type { BranchNavigator } from './navigation';

/** Rows that gdb prints of a history at once. */
const historyLength = 10;
/** Rows that are printed where a range is asked for. */
const maxRows = 10_000;

const movesByName: Readonly<Record<string, readonly [moves.BranchMove, Direction]>> = {
  stepi: [moves.instruction(1), 1],
  nexti: [moves.instructionOver(1), 1],
  step: [moves.lineInto, 1],
  next: [moves.lineOver, 1],
  finish: [moves.out, 1],
  'reverse-stepi': [moves.instruction(-1), -1],
  'reverse-nexti': [moves.instructionOver(-1), -1],
  'reverse-next': [moves.lineBack, -1],
  'reverse-finish': [moves.outBack, -1],
};

const commands =
  'info record, record function-call-history [FROM,TO], record instruction-history [FROM,TO], record goto N|begin|end, step, next, stepi, nexti, finish and their reverse- forms';

/** Answers lines of the console. */
export class BranchConsole {
  constructor(
    private readonly trace: BranchTrace,
    private readonly args: LaunchArguments,
    private readonly navigator: BranchNavigator,
  ) {}

  /** What a line answers. */
  async run(line: string): Promise<string> {
    const words = line.trim().replace(/\s+/g, ' ');
    const execution = await executionOf(this.trace);
    const move = movesByName[words];
    if (move) {
      await this.navigator.move(move[0], move[1], 'step');
      return '';
    }
    const [, history, range] = /^record (\S+-history)(?: (?:\/\w+ )?(.*))?$/.exec(words) ?? [];
    if (words === 'info record') return infoRecord(this.trace, execution);
    if (history === 'function-call-history') return this.calls(execution, range);
    if (history === 'instruction-history') return this.instructions(execution, range);
    const [, goal] = /^record goto (\w+)$/.exec(words) ?? [];
    if (goal !== undefined) return this.goTo(goal);
    throw new RequestFailed(t('A branch trace holds no values. It knows: {0}.', commands));
  }

  private async calls(execution: Execution, range: string | undefined): Promise<string> {
    const { calls } = execution;
    const here = calls.placeOf(this.trace.position) + 1;
    const [first, last] = rangeOf(range, here, calls.count);
    const lines: string[] = [];
    for (let number = first; number <= last; number++) {
      lines.push(await callHistoryLine(this.trace, execution, calls.at(number - 1)));
    }
    return lines.join('\n');
  }

  private async instructions(execution: Execution, range: string | undefined): Promise<string> {
    const [first, last] = rangeOf(range, this.trace.position, execution.blocks.count);
    const wanted: Executed[] = [];
    for (const executed of executedFrom(execution, first)) {
      if (executed.number > last) break;
      wanted.push(executed);
    }
    return (await instructionHistory(this.trace, wanted, this.args.disassemblyFlavor)).join('\n');
  }

  private async goTo(goal: string): Promise<string> {
    const isEnd = goal === 'end';
    const isBegin = goal === 'begin' || goal === 'start';
    const direction = isEnd ? 1 : -1;
    if (isEnd || isBegin) await this.navigator.move(moves.end(direction), direction, 'goto');
    else await this.navigator.goTo(Number(goal));
    return '';
  }
}

/** `FROM,TO` or `FROM`, or what is around a number. */
function rangeOf(text: string | undefined, here: number, count: number): readonly [number, number] {
  const [, from, to] = /^(\d+)(?:\s*,\s*(\d+))?$/.exec(text ?? '') ?? [];
  if (text !== undefined && text !== '' && from === undefined) {
    throw new RequestFailed(t('A range is FROM,TO: two numbers.'));
  }
  const first = from === undefined ? Math.max(1, here - historyLength + 1) : Number(from);
  const last = to === undefined ? first + historyLength - 1 : Number(to);
  if (first < 1 || first > count || last < first)
    throw new RequestFailed(t('Range out of bounds.'));
  return [first, Math.min(count, last, first + maxRows - 1)];
}
