// What pages, editors and saved states hand over as plain data: it is checked before anything is
// done with it.
import * as v from 'valibot';
import type { Uri } from 'vscode';
import { readAttachArguments } from '../../../src/adapter/attach/attachArguments';
import { readLaunchArguments } from '../../../src/adapter/launchArguments';
import { RequestFailed } from '../../../src/bytes/requestFailed';
import { branchQuestions } from '../../../src/ask/branch/branchQuestions';
import { comparisonQuestions } from '../../../src/ask/comparison/comparisonQuestions';
import { memoryQuestions } from '../../../src/ask/memoryView/memoryQuestions';
import { traceQuestions } from '../../../src/ask/traceQuestions';
import { branchAct } from '../../../src/editor/branch/messages';
import { comparisonAct, comparisonState } from '../../../src/editor/comparison/messages';
import { menuContext } from '../../../src/editor/menuMessages';
import { pageAct } from '../../../src/editor/pageMessages';
import { Bookmarks } from '../../../src/workbench/bookmarks';
import { memoryAct } from '../../../src/workbench/memoryView/messages';
import { MemoryViewSettings } from '../../../src/workbench/memoryView/settings';
import { RecentTargets } from '../../../src/workbench/recording/recentTargets';
import { readPlan } from '../../../src/workbench/recording/tracepoints';
import { readState } from '../../../webview/pageState';
import { readSettings } from '../../../webview/table/tableSettings';
import { memento } from '../../unit/workbench/memento';
import { ofJson, parsed } from '../alter';
import type { Reader } from '../reader';

const encoder = new TextEncoder();
const asJson = (values: readonly unknown[]) =>
  Promise.resolve(values.map((value) => encoder.encode(JSON.stringify(value))));

/** Messages as good pages send them. */
const goodMessages: readonly unknown[] = [
  { type: 'select', frame: 3, byUser: true },
  { type: 'openSource', place: { file: '/x/app.c', line: 7 } },
  { type: 'remember', table: '{"filter":"n > 3"}' },
  { type: 'saveFilters', filters: ['n > 3'] },
  { type: 'setNote', frame: 2, note: 'here' },
  { type: 'menu', act: 'copyText', place: { frame: 1, text: 'x', column: { kind: 'pc' } } },
  {
    type: 'request',
    id: 1,
    name: 'rows',
    asked: { view: 1, first: 0, count: 10, columns: [{ kind: 'value', text: 'n' }] },
  },
  { type: 'request', id: 2, name: 'memory', asked: { frame: 0, address: '&counter' } },
  { type: 'cancel', id: 1 },
];

/** What a schema says to plain data: the output alone where it fits. */
function taken(schema: v.GenericSchema, value: unknown): unknown {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : undefined;
}

const acts: readonly v.GenericSchema[] = [
  pageAct,
  branchAct,
  memoryAct,
  comparisonAct,
  menuContext,
];

const inputs: readonly v.GenericSchema[] = [
  ...Object.values(traceQuestions),
  ...Object.values(branchQuestions),
  ...Object.values(memoryQuestions),
  ...Object.values(comparisonQuestions),
].map(({ input }) => input);

const messages: Reader = {
  name: 'messages',
  rounds: 2500,
  seeds: () =>
    asJson([
      ...goodMessages,
      { type: 'request', id: 3, name: 'tree', asked: { view: 1, first: 0, count: 10 } },
      { type: 'goTo', instruction: 7 },
      { type: 'show', groupSize: 4, endian: 'big' },
      { type: 'look', expression: '&x' },
      {
        ...{ type: 'request', id: 4, name: 'memory' },
        asked: { expression: '&x', bytesBefore: 0, bytesAfter: 64 },
      },
      { type: 'export', view: 1, format: 'csv' },
      {
        ...{ type: 'request', id: 5, name: 'compare' },
        asked: { matching: 'number', key: 'n', exclude: ['x'], registers: true },
      },
      { place: { frame: 3, memory: { address: '0x10', length: 4 } }, webview: 'x' },
    ]),
  alter: ofJson,
  read: (input) => {
    const message = parsed(input);
    const fields = typeof message === 'object' && message !== null ? message : {};
    const given: unknown = 'asked' in fields ? fields.asked : undefined;
    return [
      ...acts.map((schema) => taken(schema, message)),
      ...inputs.map((schema) => taken(schema, given)),
    ];
  },
};

const savedState: Reader = {
  name: 'savedState',
  rounds: 1500,
  seeds: () =>
    asJson([
      {
        selected: 3,
        firstRow: 0,
        tab: 'bytes',
        split: 0.4,
        sections: { where: true },
        address: '&x',
        compared: {},
        sparklines: ['n'],
        plots: [{ text: 'n', shape: 'steps' }],
        canvas: {
          ...{ axis: 'time', order: ['matches'], heights: { matches: 30 } },
          expressions: [{ text: 'n', shape: 'line' }],
        },
      },
      {
        filter: 'n > 3',
        hide: true,
        recent: ['n'],
        sort: { column: { kind: 'value', text: 'n' }, descending: true },
        columns: [{ column: { kind: 'pc' }, width: 80 }],
        grouping: { by: { kind: 'line' }, measured: 'n' },
      },
      {
        tracepoints: [
          {
            number: 1,
            kind: 'trap',
            location: 'app.c:16',
            enabled: true,
            passCount: 0,
            actions: [{ action: 'collect', item: '$regs' }],
          },
        ],
        variables: [{ name: 'hits', initialValue: '3' }],
        recordTime: true,
      },
      [['file:///x.tf', [{ frame: 3, note: 'here' }]]],
      { expression: '&x', history: ['n'], groupSize: 4, endian: 'big' },
      { files: { left: 'file:///x.tf', right: 'file:///y.tf' } },
      [{ target: 'localhost:2345', program: '/x/app' }],
    ]),
  alter: ofJson,
  read: (input) => {
    const saved = parsed(input);
    const file = { toString: () => 'file:///x.tf' } as Uri;
    const state = memento();
    state.get = () => saved;
    const bookmarks = new Bookmarks(state);
    bookmarks.toggle(file, 3);
    const memory = new MemoryViewSettings(state);
    void memory.look(file, 'n');
    return [
      readState(saved),
      taken(comparisonState, saved),
      readSettings(saved),
      readPlan(saved),
      bookmarks.of(file),
      [...bookmarks.notes(file)],
      bookmarks.next(file, 0, 1),
      memory.of(file),
      new RecentTargets(state).all,
    ];
  },
};

const launchConfiguration: Reader = {
  name: 'launchConfiguration',
  rounds: 800,
  seeds: () =>
    asJson([
      {
        trace: '/x/app.tf',
        program: '/x/app',
        sourceMap: { '/build': '/x' },
        slide: '0x1000',
        frame: 3,
        stopOnEntry: true,
        prettyPrint: false,
        disassemblyFlavor: 'intel',
        transparent: 'auto',
        programs: [{ program: '/x/lib.so', slide: '0x7000' }],
      },
      {
        target: 'localhost:2345',
        program: '/x/app',
        save: '/x/new.tf',
        leave: 'kill',
        tracepoints: ['trace main', 'actions', 'end'],
        bufferSize: 1000,
        circular: true,
      },
    ]),
  alter: ofJson,
  read: (input) => {
    const given = parsed(input);
    try {
      return [readLaunchArguments(given), readAttachArguments(given)];
    } catch (error) {
      // The words for a person.
      if (error instanceof RequestFailed) return error.message;
      throw error;
    }
  },
};

export const messageReaders: readonly Reader[] = [messages, savedState, launchConfiguration];
