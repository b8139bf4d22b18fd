import { it } from 'vitest';
import { Printer } from './oracle/printed';
import { answersOf, oraclesOfValues, openValues } from './oracle/valuesTrace';
it.skipIf(!process.env.HX)('compare', async () => {
  const only = process.env.ONLY; const show = Number(process.env.SHOW ?? 5);
  let all = 0, right = 0;
  for (const oracle of oraclesOfValues()) {
    if (only && !new RegExp(only).test(oracle)) continue;
    if (/pretty$|live$/.test(oracle)) continue;
    let trace, printer; try { trace = await openValues(oracle, !/x86_64\/.*pie/.test(oracle)); printer = await Printer.of(oracle, trace); } catch (e) { console.log(oracle, String(e)); continue; }
    let good = 0, bad = 0; const shown = new Set<string>(); const t0 = Date.now();
    for (const [number, answers] of answersOf(oracle)) {
      const { machine, stack } = await trace.stopped(number);
      let level = 0;
      for (const { question, lines } of answers) {
        const frame = /^frame (\d+)$/.exec(question);
        if (frame) { level = Number(frame[1]); continue; }
        if (!question.startsWith('print ')) continue;
        if (level > 0 && !stack.frames[level] && stack.callerUnavailable) continue;
        const want = lines.join('\n').replace(/^\$\d+ = /, '');
        let got: string; try { got = await printer.print(question.slice(6), machine, stack.frames[level]); } catch (e) { got = 'THROWN ' + (e as Error).stack!.slice(0,400); }
        all++;
        if (got === want) { good++; right++; } else { bad++; const key = question + '|' + want.replace(/\d+/g, 'N').slice(0, 40); if (!shown.has(key) && shown.size < show) { shown.add(key); console.log(`${oracle} #${number}.${level} ${question}\n  gdb: ${want.slice(0, 300)}\n  our: ${got.slice(0, 400)}`); } }
      }
    }
    trace.dispose();
    console.log(oracle, 'good', good, 'bad', bad, Date.now() - t0, 'ms');
  }
  console.log(right, 'of', all);
}, 900000);
