// What people type: expressions and filters, places, patterns, hit counts, messages, commands that
// define tracepoints.
import { readDataId } from '../../../src/adapter/breakpoints/dataCondition';
import { readHitCount } from '../../../src/adapter/breakpoints/breakpoint';
import { readLogMessage } from '../../../src/adapter/breakpoints/logMessage';
import { hexPattern, textPattern } from '../../../src/ask/bytes/bytesSearch';
import { lazy } from '../../../src/bytes/lazy';
import { printFormat, watchFormat } from '../../../src/expressions/format';
import { readNatvis } from '../../../src/expressions/natvis/natvisFile';
import { writeCommands } from '../../../src/remote/record/plan';
import { readTargetAddress } from '../../../src/platform/targetAddress';
import { readCommands } from '../../../src/remote/record/readCommands';
import { addressesOfLinespec, readLinespec } from '../../../src/trace/linespec';
import { FrameCondition } from '../../../src/trace/search/framePredicate';
import { findFrame } from '../../../src/trace/search/search';
import { readSections, readSlide } from '../../../src/workbench/programChoices';
import { withTerm } from '../../../webview/table/quickFilter';
import { natvisFile, openTraced, textOf } from '../../unit/expressions/natvis/traced';
import { printed, stoppedAt } from '../../unit/expressions/stopped';
import { programOf, tracedBy } from '../../unit/trace/tracedPrograms';
import { alterText, ofText } from '../alter';
import type { Reader } from '../reader';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const asBytes = (texts: readonly string[]) =>
  Promise.resolve(texts.map((text) => encoder.encode(text)));

const expressionWords = (
  'x $rax $xmm0 $ $$1 $_streq $_regex $_collected $_changed 1 0 0x10 1.5f 08 1e 18446744073709551616 "a" \'b\' int ' +
  'unsigned char * & ( ) [ ] { } -> . :: + - / % << >> == < > ? : , @ ! ~ && || sizeof struct enum const true ' +
  'this as .. ..= -= ++ .* static_cast < typeof operator (anonymous namespace):: a<int> é \\ ; # ` n p counter hits'
).split(' ');

const frame = stoppedAt({
  registers: { 0: '10' },
  memory: { '0x10': '1000000000000000' },
  language: 0x1a,
});

const expression: Reader = {
  name: 'expression',
  rounds: 1500,
  seeds: () =>
    asBytes([
      '$rax + 1',
      '*(int *)0x10 == 16 ? "a" : 1.5f',
      '{1, 2}[0] << sizeof(unsigned long)',
      '(char)65 && $_streq("a", "b") || !$xmm0.uint128',
      '*(long(*)[2])0x10@3',
    ]),
  alter: ofText(expressionWords),
  read: (input) => printed(decoder.decode(input), frame),
};

const natvisNames = 'shape named matrix ring tree wide itself handle numbers ages';
const openShapes = lazy(() => openTraced());

/** The file, and how it shows values. */
const natvis: Reader = {
  name: 'natvis',
  rounds: 20,
  seeds: () => asBytes(['shapes.natvis', 'libstdcxx.natvis'].map(natvisFile)),
  alter: ofText(
    (
      '<Type Name=" </Type> <DisplayString> <Expand> <Item Name=" <ArrayItems> <Size> <LinkedListItems> ' +
      '<TreeItems> <HeadPointer> <NextPointer> <ValueNode> <ExpandedItem> <Synthetic> Condition=" Optional="true" ' +
      'shapes::Ring std::vector&lt;*&gt; * $T1 $T99 $i {*this} {{ }} {first} ,x ,[9999]s ,su ,! ,view(a) this - 1 ' +
      '&#0; <![CDATA[ ]]> <!-- 99999999999 first next root left'
    ).split(' '),
  ),
  read: async (input) => {
    const shapes = await openShapes();
    const xml = [decoder.decode(input)];
    const texts: string[] = [];
    for (const name of natvisNames.split(' '))
      texts.push(await textOf(await shapes.value(name, xml), 300));
    return { file: readNatvis(xml[0] ?? ''), texts, found: shapes.problems.splice(0) };
  },
};

const traced = tracedBy('x86_64/app-memory-only.tf', 'x86_64/app');

const filter: Reader = {
  name: 'filter',
  rounds: 400,
  seeds: () =>
    asBytes([
      'counter > 3 && $tracepoint == 1',
      '$_collected(fib_cache) || fib_cache[2] == 1',
      '$_changed(counter) && $trace_frame % 3',
      '$_regex($trace_func, "hel+per")',
      '!(items[1].name == 0) ^ $pc',
    ]),
  alter: ofText([
    ...expressionWords,
    '$trace_frame',
    '$tracepoint',
    '$trace_line',
    '$pc',
    'fib_cache',
  ]),
  read: async (input) => {
    const trace = await traced;
    const condition = await FrameCondition.compile(trace, decoder.decode(input));
    if ('problem' in condition) return condition;
    const found = await findFrame(trace, [{ condition }], { from: -1, direction: 1 });
    const last = await findFrame(trace, [{ condition }], {
      from: trace.recording.index.count,
      direction: -1,
    });
    const each: boolean[] = [];
    for (let at = 0; at < trace.recording.index.count; at++) each.push(await condition.holds(at));
    if ((found?.frame ?? -1) !== each.indexOf(true)) throw new Error('another frame is first');
    if ((last?.frame ?? -1) !== each.lastIndexOf(true)) throw new Error('another frame is last');
    return { each, why: condition.whyNowhere };
  },
};

const program = programOf('x86_64/app');

const place: Reader = {
  name: 'place',
  rounds: 1000,
  seeds: () =>
    asBytes(['app.c:13', 'helper', '*main+4', '-line 13 -source app.c', '-function main']),
  alter: ofText(': app.c main * + -line -source -function -label 13 :: ~'.split(' ')),
  read: async (input) => {
    const linespec = readLinespec(decoder.decode(input));
    return linespec && [linespec, await addressesOfLinespec(await program, linespec)];
  },
};

const commands: Reader = {
  name: 'recordCommands',
  rounds: 800,
  seeds: () =>
    asBytes([
      'tvariable $hits = 3\ntrace app.c:16 if n > 5\nactions\ncollect $regs, $args\nwhile-stepping 3\ncollect n\nend\nend\n',
      'ftrace *0x401136\npasscount 5\nactions\nteval $hits = $hits + 1\ncollect/s40 p->name\nend\ndisable 1\n',
      'strace -m marker\ntp helper\nactions 1\ncollect $locals\nend\nset trace-user me\n',
    ]),
  alter: ofText(
    'trace ftrace strace actions collect teval while-stepping stepping ws end if passcount enable disable tvariable $x = collect/s /s99999999999 # python $regs , ( ) " 1 * -m'.split(
      ' ',
    ),
  ),
  read: (input) => {
    const { plan, problems } = readCommands(decoder.decode(input));
    const again = readCommands(writeCommands(plan));
    if (again.problems.length > 0) throw new Error(JSON.stringify(again.problems));
    return { plan, problems, again: again.plan };
  },
};

/** The small languages, each reading the same text. */
const smallLanguages: Reader = {
  name: 'smallLanguages',
  rounds: 2000,
  seeds: () =>
    asBytes([
      '>= 10',
      'n is {n} and {p->name} \\{not\\} {{x}',
      '/x n,h',
      'localhost:2345',
      'tcp6:[::1]:2345',
      '| gdbserver - ./a.out',
      '.text=0xffffffffc0401000 .data=0x10',
      '7f 45 ?? 4c',
      '{"expression":"n","function":"main","ranges":[["0x1","0x2"]]}',
      'a == 1 && (b || "&&") && $tracepoint == 3',
    ]),
  alter: (input, random) =>
    encoder.encode(
      alterText(
        decoder.decode(input),
        random,
        '{ } \\ , / %3 >=7 ?? 0x : [::1] | unix: udp: .text= && || ! ( ) " [["0x"]] /r ,x'.split(
          ' ',
        ),
      ),
    ),
  read: (input) => {
    const text = decoder.decode(input);
    const count = readHitCount(text);
    return [
      'problem' in count ? count : [1, 2, 3, 10].map((hit) => count.admits(hit)),
      readLogMessage(text),
      [printFormat(text), watchFormat(text)],
      readTargetAddress(text),
      [readSlide(text), readSections(text)],
      [hexPattern(text), textPattern(text, false), textPattern(text, true)],
      readDataId(text),
      [withTerm(text, 'n == 1', false), withTerm('a && b', text, true)],
    ];
  },
};

export const wordReaders: readonly Reader[] = [
  expression,
  natvis,
  filter,
  place,
  commands,
  smallLanguages,
];
