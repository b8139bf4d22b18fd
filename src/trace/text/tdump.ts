// gdb's `tdump`: what the actions of a frame's tracepoint say was collected, printed with the
// values that the frame has (gdb manual, "tdump").
import { append } from '../../bytes/arrays';
import { KnownExpressions } from '../../expressions/compile';
import { resultText } from '../../expressions/format';
import { infoArgs, infoLocals } from '../../values/frameVariables';
import { innermostFrame } from '../../machine/unwind/callStack';
import type { TextOptions } from '../../values/text/text';
import { itemsToCollect } from '../collection/itemsToCollect';
import { evaluationContext, evaluate } from '../expressions';
import type { Trace } from '../trace';
import { registerLines, registersShown } from '../text/registerText';

/**
 * The lines of `tdump` for a frame, or gdb's complaint, which ends them. The frame must be in the
 * index. One who dumps many frames keeps what was collected as `known` expressions.
 */
export async function tdumpLines(
  trace: Trace,
  frame: number,
  options: TextOptions = {},
  known = new KnownExpressions(),
): Promise<readonly string[] | { readonly problem: string; readonly before: readonly string[] }> {
  const number = trace.recording.index.tracepoint(frame);
  const tracepoint = trace.recording.tracepoint(number);
  if (!tracepoint) {
    const problem = `No known tracepoint matches 'current' tracepoint #${number}.`;
    return { problem, before: [] };
  }
  const innermost = await innermostFrame(await trace.machine(frame), trace.modules.current.loaded);
  const context = await evaluationContext(trace, frame, innermost);
  const lines = [`Data collected at tracepoint ${number}, trace frame ${frame}:`];
  for (const item of itemsToCollect(tracepoint, trace.recording.stepping.isStep(frame))) {
    if (/^\$reg/i.test(item)) {
      append(
        lines,
        await registerLines(
          registersShown(context.state, false),
          context.state,
          context,
          options.settings,
        ),
      );
    } else if (/^\$arg/i.test(item)) append(lines, await infoArgs(context, options));
    else if (/^\$loc/i.test(item)) append(lines, await infoLocals(context, options));
    else if (!/^\$_ret/i.test(item)) {
      const evaluated = await evaluate(item, 'print', context, known);
      const written =
        'problem' in evaluated ? evaluated : await resultText(evaluated.value, { ...options });
      if ('problem' in written) {
        return { problem: written.problem, before: [...lines, `${item} = `] };
      }
      lines.push(`${item} = ${written.text}`);
    }
  }
  return lines;
}
