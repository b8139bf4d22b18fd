// A host for the page that makes its frames up: frame N is of tracepoint 1 + N % 4. Any filter lets
// every thousandth frame through; any order is that of the tracepoints. What the page asks is in
// src/ask/traceQuestions.ts, how it asks in src/wire/contract.ts.

/**
 * Runs in the page, by its text: it uses nothing from outside.
 * @param {number} frames a multiple of 4
 */
export function fakeHost(frames) {
  const page = /** @type {any} */ (globalThis);
  const each = 1000;
  const tracepoints = [1, 2, 3, 4];
  const tracepointOf = (/** @type {number} */ frame) => 1 + (frame % 4);
  /** @type {{ rows: number, frameAt: (row: number) => number, rowOf: (frame: number) => number | undefined }} */
  let view = { rows: frames, frameAt: (row) => row, rowOf: (frame) => frame };

  /** @param {import('../../src/wire/contract').HostMessage} message */
  const send = (message) => {
    page.postMessage(message, '*');
  };

  /**
   * Tells the page an event.
   * @param {import('../../src/editor/pageMessages').HostEvent} event
   */
  const tell = (event) => {
    send({ type: 'event', event });
  };

  /** @param {number} row @param {readonly { kind: string, text?: string }[]} columns */
  const rowAt = (row, columns) => {
    const frame = view.frameAt(row);
    return {
      frame,
      tracepoint: tracepointOf(frame),
      stepping: false,
      pc: `0x${(0x401000 + (frame % 4096)).toString(16)}`,
      pcInferred: false,
      functionName: `function${frame % 7}${frame % 3 === 0 ? '_with_a_long_name' : ''}`,
      place: { file: '/src/program.c', line: 1 + (frame % 500) },
      ...(frame % 2 === 0 && { time: 500 * frame }),
      collected: [{ kind: 'R', count: 1 }],
      size: 1000,
      damaged: false,
      values: columns
        .filter(({ kind }) => kind === 'value')
        .map(({ text }) => ({ text: `${text} is ${frame}` })),
      matches: frame % each === 0,
    };
  };

  /** @param {{ filter: string, hide: boolean, sort?: { descending: boolean } }} asked */
  const arrange = ({ filter, hide, sort }) => {
    const step = filter !== '' && hide ? each : 1;
    const rows = frames / step;
    const quarter = rows / 4;
    const placed = (/** @type {number} */ row) => (sort?.descending ? rows - 1 - row : row);
    if (sort && step === 1) {
      view = {
        rows,
        frameAt: (row) => (placed(row) % quarter) * 4 + Math.floor(placed(row) / quarter),
        rowOf: (frame) => placed((frame % 4) * quarter + Math.floor(frame / 4)),
      };
    } else {
      view = {
        rows,
        frameAt: (row) => placed(row) * step,
        rowOf: (frame) => (frame % step === 0 ? placed(frame / step) : undefined),
      };
    }
    return { rows, ...(filter !== '' && { matched: frames / each }) };
  };

  /** @param {{ from: number, to: number, parts: number }} range */
  const startsOf = ({ from, to, parts }) =>
    Uint32Array.from({ length: parts + 1 }, (_, part) =>
      Math.min(frames, Math.max(0, Math.round(from + ((to - from) * part) / parts))),
    );

  /** @param {{ range: { from: number, to: number, parts: number } }} asked */
  const lanes = ({ range }) => {
    const starts = startsOf(range);
    const count = tracepoints.length + 1;
    const hits = new Uint32Array(range.parts * count);
    for (let part = 0; part < range.parts; part++) {
      const [start = 0, end = 0] = starts.subarray(part, part + 2);
      for (let lane = 0; lane < 4; lane++) {
        hits[part * count + lane] = Math.ceil((end - lane) / 4) - Math.ceil((start - lane) / 4);
      }
    }
    const totals = new Uint32Array(2 * count);
    for (let lane = 0; lane < 4; lane++) totals[2 * lane] = frames / 4;
    return {
      counted: frames,
      tracepoints,
      totals,
      starts,
      hits,
      steps: new Uint32Array(hits.length),
    };
  };

  const valueOf = (/** @type {number} */ frame) =>
    Math.sin((7 * frame) / frames) + Math.sin(frame) / 9;
  const facts = {
    ...{ frames, count: frames, gaps: 0, first: { frame: 0, value: 0 } },
    ...{ least: { frame: 0, value: 0 }, most: { frame: 1, value: 65_535 } },
  };

  /**
   * Numbers by part, as the host answers. @param {{ from: number, to: number, parts: number }}
   * range
   */
  const partsOf = (range) => {
    const starts = startsOf(range);
    const first = Float64Array.from({ length: range.parts }, (_, i) => valueOf(starts[i] ?? 0));
    const spread = (/** @type {number} */ by) => first.map((value) => value + by);
    const gaps = new Uint8Array(range.parts);
    return { first, last: first, least: spread(-0.1), most: spread(0.1), mean: first, gaps, facts };
  };

  /** @type {Record<string, (asked: any) => unknown>} */
  const answers = {
    view: arrange,
    rows: ({ first, count, columns }) =>
      Array.from({ length: Math.min(count, view.rows - first) }, (_, i) =>
        rowAt(first + i, columns),
      ),
    rowOf: ({ frame }) => ({ row: view.rowOf(frame) }),
    overview: lanes,
    timesOf: (asked) => {
      const none = Float64Array.from(asked.frames, () => NaN);
      return { times: none, places: none };
    },
    nextMatch: ({ frame, direction }) => ({
      frame: (Math.floor(frame / each) + direction) * each,
    }),
    nearestFrame: ({ at }) => ({ frame: Math.min(frames - 1, Math.max(0, Math.round(at))) }),
    complete: ({ text }) =>
      text.endsWith('$_') ? [{ name: '$_changed', start: text.length - 2 }] : [],
    countMatches: () => ({ matched: frames / each }),
    plotValues: () => facts,
    plot: ({ range, texts }) => ({ plots: texts.map(() => partsOf(range)) }),
    check: ({ text }) =>
      text.endsWith('+') ? { mistake: { problem: 'Something is missing.', suggestions: [] } } : {},
    trackFrame: ({ frame, texts }) => ({
      ...{ frame, tracepoint: tracepointOf(frame), stepping: false },
      values: texts.map(() => String(valueOf(frame))),
    }),
    trackRange: ({ first, last, texts }) => ({
      lanes: new Uint32Array(5).fill(Math.round((last - first + 1) / 4)),
      values: texts.map(() => ({ count: last - first + 1, least: -1, most: 1, mean: 0 })),
    }),
  };

  /** Reports that come before the answer, as those of long work do. */
  const reportsBefore = 5;

  /** @param {{ id: number, name: string, asked: any }} request */
  const answer = ({ id, name, asked }) => {
    const given = answers[name]?.(asked);
    if (given === undefined) {
      send({ type: 'problem', id, problem: 'This host does not know.' });
      return;
    }
    for (let i = 1; i <= reportsBefore; i++) {
      const done = (frames * i) / reportsBefore;
      if (name === 'view') {
        const rows = Math.floor((view.rows * i) / reportsBefore);
        send({ type: 'report', id, report: { doing: 'searching', done, total: frames, rows } });
      } else if (name === 'plotValues') {
        send({ type: 'report', id, report: { done, total: frames } });
      }
    }
    send({ type: 'answer', id, answer: given });
  };

  /** @type {import('../../src/ask/trace/summary').TraceSummary} */
  const summary = {
    name: 'madeUp.tf',
    fileSize: frames * 1006,
    stopReason: 'stopped',
    status: [],
    tracepoints: tracepoints.map((number) => ({
      number,
      enabled: true,
      kind: 'trace',
      commands: [],
      actions: [],
      step: 0,
      pass: 0,
      locations: [{ address: '0x401000', enabled: true }],
      frames: frames / 4,
    })),
    variables: [],
    furtherPrograms: [],
    diagnostics: [],
    unknownLines: [],
    program: { state: 'none', explanation: 'There is none.' },
    frameCount: frames,
    complete: true,
  };

  /** @param {number} frame */
  const details = (frame) => ({
    frame,
    tracepoint: tracepointOf(frame),
    stepping: false,
    offset: '0x0',
    size: 1000,
    registers: [],
    memory: [],
    variables: [],
    blocks: [],
    diagnostics: [],
    leftOut: { ranges: 0, variables: 0, blocks: 0 },
  });

  /** Milliseconds until an answer: the way to VS Code's extension host and back. */
  const wayMs = 5;

  /** @param {import('../../src/wire/contract').PageMessage} message */
  const receive = (message) => {
    if (message.type === 'ready') {
      tell({ type: 'remembered', view: 1, table: undefined, filters: [] });
      tell({ type: 'summary', trace: summary });
    } else if (message.type === 'request') {
      answer(message);
    } else if (message.type === 'act') {
      const act = /** @type {import('../../src/editor/pageMessages').Act} */ (message.act);
      if (act.type === 'select') tell({ type: 'frame', details: details(act.frame) });
    }
  };

  page.acquireVsCodeApi = () => ({
    postMessage: (/** @type {any} */ message) => {
      setTimeout(receive, wayMs, message);
    },
    getState: () => undefined,
    setState: () => undefined,
  });
}
