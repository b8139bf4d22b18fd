// The commands of the command line, with their options; each is loaded when it runs.
import { t } from '@vscode/l10n';
import type { CommandLineCommand, CommandOption } from './command';
import { frameOptions, traceOptions } from './traceOptions';

const limit: CommandOption = { value: 'N', help: () => t('At most so many') };
const output: CommandOption = {
  value: 'FILE',
  isFile: true,
  help: () => t('Where to; otherwise the standard output'),
};

/** All of them, in the order of the help. */
export const commandLineCommands: readonly CommandLineCommand[] = [
  {
    name: 'info',
    arguments: 'TRACE',
    summary: () => t('What the trace holds: frames, tracepoints, program, why it ended'),
    question: async () => (await import('../ask/trace/describe')).describe,
    options: (asked) => ({ ...asked, ...traceOptions }),
    run: async (invocation) => (await import('./traceCommands')).info(invocation),
  },
  {
    name: 'frames',
    arguments: 'TRACE',
    summary: () => t('List frames, all or those in which a condition holds'),
    question: async () => (await import('../ask/table/frames')).frames,
    options: (asked) => ({
      ...asked,
      limit,
      total: { help: () => t('Only say how many there are') },
      ...traceOptions,
    }),
    examples: [
      "frames callqueue.tf --where '$tracepoint == 4' --columns 'call->number,call->state'",
      'frames callqueue.tf --columns queue.waiting --sort=-queue.waiting --limit 10',
    ],
    run: async (invocation) => (await import('./frameCommands')).listFrames(invocation),
  },
  {
    name: 'frame',
    arguments: 'TRACE N',
    summary: () => t('One frame: call stack, variables, registers, memory, what was not collected'),
    question: async () => (await import('../ask/frame/frame')).frame,
    options: (asked) => ({ ...asked, ...traceOptions }),
    run: async (invocation) => (await import('./frameCommands')).oneFrame(invocation),
  },
  {
    name: 'eval',
    arguments: 'TRACE EXPR...',
    summary: () => t('Evaluate expressions in frames (in frame 0, unless others are given)'),
    question: async () => (await import('../ask/frame/evaluate')).evaluateOverFrames,
    options: (asked) => ({ ...frameOptions, ...asked, ...traceOptions }),
    examples: ["eval callqueue.tf --frame 152 '*call' 'call->state'"],
    run: async (invocation) => (await import('./frameCommands')).evaluateInFrames(invocation),
  },
  {
    name: 'gdb',
    arguments: 'TRACE CMD...',
    summary: () => t('Run commands of gdb in frames (in frame 0, unless others are given)'),
    question: async () => (await import('../ask/frame/gdb')).gdbCommands,
    options: (asked) => ({
      ...frameOptions,
      ...asked,
      script: { value: 'FILE', isFile: true, help: () => t('A script of gdb commands to run') },
      ...traceOptions,
    }),
    examples: ["gdb callqueue.tf --frame 214 bt 'info locals'"],
    run: async (invocation) => (await import('./frameCommands')).gdbInFrames(invocation),
  },
  {
    name: 'changes',
    arguments: 'TRACE EXPR',
    summary: () => t('The frames between which a value changed'),
    question: async () => (await import('../ask/frame/changes')).changes,
    options: (asked) => ({ ...asked, limit, ...traceOptions }),
    run: async (invocation) => (await import('./frameCommands')).changesOf(invocation),
  },
  {
    name: 'groups',
    arguments: 'TRACE',
    summary: () => t('Count frames by what they have in common, with min, max and mean'),
    question: async () => (await import('../ask/table/groups')).groups,
    options: (asked) => ({ ...asked, limit, ...traceOptions }),
    run: async (invocation) => (await import('./summaryCommands')).groupsOfFrames(invocation),
  },
  {
    name: 'intervals',
    arguments: 'TRACE',
    summary: () =>
      t('Times from one condition to another: min, mean, median, p95, p99, max, unpaired frames'),
    question: async () => (await import('../ask/time/intervals')).intervals,
    options: (asked) => ({ ...asked, limit, ...traceOptions }),
    examples: [
      "intervals callqueue.tf --begin '$tracepoint == 2' --end '$tracepoint == 5'",
      "intervals callqueue.tf --begin '$tracepoint == 4' --sort=-duration --limit 10",
    ],
    run: async (invocation) =>
      (await import('./intervalCommands')).intervalsBetweenConditions(invocation),
  },
  {
    name: 'transitions',
    arguments: 'TRACE EXPR',
    summary: () => t('From which value to which EXPR changes, how often, and how long each lasted'),
    question: async () => (await import('../ask/time/transitions')).transitions,
    options: (asked) => ({ ...asked, limit, ...traceOptions }),
    examples: ["transitions callqueue.tf 'call->state' --key 'call->number'"],
    run: async (invocation) => (await import('./intervalCommands')).transitionsOfState(invocation),
  },
  {
    name: 'compare',
    arguments: 'LEFT RIGHT',
    summary: () => t('The first frame in which two traces differ, then counts, values and times'),
    question: async () => (await import('../ask/comparison/compare')).comparison,
    options: (asked) => ({
      ...asked,
      markdown: { help: () => t('Write a report as Markdown') },
      csv: { help: () => t('Write the values as CSV') },
      'right-program': {
        value: 'FILE[@OFFSET]',
        multiple: true,
        isFile: true,
        help: () => t('The program of the right trace, where it is another one'),
      },
      ...traceOptions,
    }),
    examples: [
      "compare good.tf bad.tf --exclude 'call->arrived'",
      "compare good.tf bad.tf --key 'call->number'",
    ],
    run: async (invocation) => (await import('./compareCommand')).compareTwo(invocation),
  },
  {
    name: 'source',
    arguments: 'TRACE [PLACE]',
    summary: () => t('Source around a place (file:line, function, *address) or a frame'),
    question: async () => (await import('../ask/trace/source')).sourceOfPlace,
    options: (asked) => ({ ...asked, ...traceOptions }),
    run: async (invocation) => (await import('./summaryCommands')).sourceOf(invocation),
  },
  {
    name: 'problems',
    arguments: 'TRACE',
    summary: () => t('What is damaged or odd in the file'),
    question: async () => (await import('../ask/trace/problems')).problems,
    options: (asked) => ({ ...asked, ...traceOptions }),
    run: async (invocation) => (await import('./traceCommands')).problemsOf(invocation),
  },
  {
    name: 'export',
    arguments: 'TRACE',
    summary: () => t('Write frames as CSV, JSON Lines, Markdown, tdump, or as a new trace'),
    question: async () => (await import('../ask/table/export')).exportText,
    options: (asked) => ({
      format: {
        value: 'FORMAT',
        help: () => t('csv (unless given), jsonl, markdown, tdump, trace'),
      },
      output,
      ...asked,
      ...traceOptions,
    }),
    run: async (invocation) => (await import('./frameCommands')).exportToFile(invocation),
  },
  {
    name: 'branches',
    arguments: 'TRACE',
    summary: () => t('Write calls or instructions of a branch trace as CSV, JSON Lines, Markdown'),
    options: () => ({
      rows: {
        value: 'ROWS',
        help: () => t('calls (unless given), as gdb numbers them, or instructions'),
      },
      format: { value: 'FORMAT', help: () => t('csv (unless given), jsonl, markdown') },
      output,
      clock: {
        value: 'CLOCK',
        help: () =>
          t(
            'Clocks of the processor that recorded Intel PT, by libipt’s names: MTC_FREQ EBX/EAX NOM_FREQ, as in "3 168/2 24" (CPUID 15h)',
          ),
      },
      program: traceOptions.program,
      json: traceOptions.json,
    }),
    examples: ['branches run.btrace --program a.out --rows instructions --format jsonl'],
    run: async (invocation) => (await import('./branchCommands')).writeBranches(invocation),
  },
  {
    name: 'check',
    arguments: 'TRACE',
    summary: () => t('Check rules, for CI: exit code 1 and the first frame that breaks one'),
    options: () => ({
      never: { value: 'CONDITION', multiple: true, help: () => t('Holds in no frame') },
      always: {
        value: 'CONDITION',
        multiple: true,
        help: () => t('Holds in every frame that collected what it needs'),
      },
      junit: { value: 'FILE', isFile: true, help: () => t('Write a report as JUnit XML') },
      ...traceOptions,
    }),
    examples: ["check callqueue.tf --never 'queue->waiting > 8' --junit report.xml"],
    run: async (invocation) => (await import('./check')).check(invocation),
  },
  {
    name: 'serve',
    arguments: 'TRACE',
    summary: () => t('Serve the frames to gdb’s “target remote”'),
    options: () => ({
      program: traceOptions.program,
      port: {
        value: 'N',
        help: () =>
          t(
            'Wait for “target remote :N”, one client at a time; 0 takes any free port. Without it, standard input and output are the connection: (gdb) target remote | gdb-tracefile serve TRACE',
          ),
      },
      host: { value: 'ADDRESS', help: () => t('Where the port is; 127.0.0.1 unless given') },
    }),
    run: async (invocation) => (await import('./serve')).serve(invocation),
  },
  {
    name: 'mcp',
    arguments: '[FOLDER...]',
    summary: () =>
      t('Answer assistants about the traces in folders (Model Context Protocol, on stdio)'),
    options: () => ({
      budget: { value: 'N', help: () => t('Characters of one answer at most; 20000 unless given') },
    }),
    examples: ['mcp ~/traces'],
    run: async (invocation) => (await import('./mcp')).mcp(invocation),
  },
  {
    name: 'completion',
    arguments: 'SHELL',
    summary: () => t('Print a completion script for bash, zsh or fish'),
    options: () => ({}),
    examples: ['completion bash > ~/.local/share/bash-completion/completions/gdb-tracefile'],
    run: async (invocation) =>
      (await import('./completion')).completion(invocation, commandLineCommands),
  },
];
