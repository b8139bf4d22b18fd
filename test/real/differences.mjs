// What differs between gdb's answers and ours, line by line, and the patterns in it.

/**
 * @typedef {object} Compared
 * @property {string} command
 * @property {string} category
 * @property {string | null} gdb what gdb answered; null where it did not survive the question
 * @property {string} own what we answered
 * @property {Readonly<Record<string, string>>} [byRules] what we would answer by rules of gdb's that are wrong, by
 *   their names
 */

/**
 * @typedef {object} Difference
 * @property {string} command
 * @property {string} category
 * @property {string} gdb a line; empty where gdb has no more
 * @property {string} own a line; empty where we have no more
 * @property {string} [function] of the selected stack frame, where gdb was asked for it
 * @property {string} answer all that we answered
 */

/**
 * @typedef {object} Fault a line that gdb gets wrong
 * @property {string} program regular expression of the program's name
 * @property {string} [function] regular expression of the function of the selected stack frame
 * @property {string} command regular expression
 * @property {string} gdb regular expression of gdb's line; the empty line is where gdb says nothing
 * @property {string} own regular expression of our line; it may refer to groups of `gdb` by name
 * @property {string} [answer] regular expression of all that we answer, where a line says too little
 * @property {string} proof the bytes, the DWARF or the manual that prove it wrong
 */

/**
 * @typedef {object} Tally
 * @property {number} lines that gdb printed, without its own faults
 * @property {number} equal of them
 * @property {number} faults lines in which gdb is wrong, by one of its rules or by an entry of the list
 */

const categories = /** @type {const} */ ([
  ['registers', /^info (all-)?registers/],
  ['backtrace', /^(bt|backtrace)(?! full)/],
  ['bt full', /^bt full/],
  ['locals', /^info locals/],
  ['args', /^info args/],
  ['info scope', /^info scope/],
  ['info frame', /^info frame/],
  ['info line', /^info line/],
  ['info symbol', /^info (symbol|address)/],
  ['info source', /^info source/],
  ['ptype', /^ptype/],
  ['whatis', /^whatis/],
  ['tdump', /^tdump/],
  ['x', /^x\b/],
  ['list', /^list/],
  ['disassemble', /^disassemble/],
  ['print', /^(print|output|printf)/],
]);

/** @param {string} command */
export function categoryOf(command) {
  return categories.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
}

/** @param {string} text */
function linesOf(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/**
 * Lines side by side: those that both have as partners, and between them the others in order.
 * @param {readonly string[]} theirs
 * @param {readonly string[]} ours
 * @returns {[gdb: string | undefined, own: string | undefined][]}
 */
export function aligned(theirs, ours) {
  const width = ours.length + 1;
  const common = new Uint32Array((theirs.length + 1) * width);
  /** How many lines both have from there on. @param {number} i @param {number} j */
  const commonFrom = (i, j) => common[i * width + j] ?? 0;
  for (let i = theirs.length - 1; i >= 0; i--) {
    for (let j = ours.length - 1; j >= 0; j--) {
      common[i * width + j] =
        theirs[i] === ours[j]
          ? commonFrom(i + 1, j + 1) + 1
          : Math.max(commonFrom(i + 1, j), commonFrom(i, j + 1));
    }
  }
  /** @type {[string | undefined, string | undefined][]} */
  const pairs = [];
  /** @type {[string[], string[]]} */
  const [left, right] = [[], []];
  const flush = () => {
    while (left.length > 0 || right.length > 0) pairs.push([left.shift(), right.shift()]);
  };
  let [i, j] = [0, 0];
  while (i < theirs.length || j < ours.length) {
    if (i < theirs.length && j < ours.length && theirs[i] === ours[j]) {
      flush();
      pairs.push([theirs[i++], ours[j++]]);
    } else if (
      j >= ours.length ||
      (i < theirs.length && commonFrom(i + 1, j) >= commonFrom(i, j + 1))
    ) {
      left.push(theirs[i++] ?? '');
    } else {
      right.push(ours[j++] ?? '');
    }
  }
  flush();
  return pairs;
}

/**
 * Compares answers as strict text.
 * @param {string} program its name, which entries of the list of faults go by
 * @param {readonly Compared[]} compared
 * @param {readonly Fault[]} faults
 * @returns {{ tallies: Map<string, Tally>, differences: Difference[], used: Set<Fault>, wrong: Map<string, number> }}
 *   `wrong`: lines in which gdb is wrong, by the names of its rules, and by the list
 */
export function differencesOf(program, compared, faults) {
  const mine = faults.filter((fault) => whole(fault.program).test(program));
  /** @type {Map<string, Tally>} */
  const tallies = new Map();
  /** @type {Difference[]} */
  const differences = [];
  const used = new Set();
  /** @type {Map<string, number>} */
  const wrong = new Map();
  /** @type {string | undefined} */
  let selected;
  for (const { command, category, gdb, own, byRules = {} } of compared) {
    if (/^(tfind|frame)\b/.test(command)) selected = functionIn(gdb ?? '');
    if (gdb === null) continue;
    const tally = tallies.get(category) ?? { lines: 0, equal: 0, faults: 0 };
    tallies.set(category, tally);
    const rulesOf = rulesBehind(gdb, byRules);
    for (const [theirs, ours] of aligned(linesOf(gdb), linesOf(own))) {
      const rules = rulesOf(theirs, ours);
      if (theirs === ours) {
        tally.lines++;
        tally.equal++;
        continue;
      }
      const difference = {
        command,
        category,
        gdb: theirs ?? '',
        own: ours ?? '',
        answer: own.trimEnd(),
        ...(selected === undefined ? {} : { function: selected }),
      };
      const fault = mine.find((each) => isFault(each, difference));
      if (fault) used.add(fault);
      const why = rules ?? (fault && 'the list');
      if (why !== undefined) {
        tally.faults++;
        wrong.set(why, (wrong.get(why) ?? 0) + 1);
      } else {
        tally.lines++;
        differences.push(difference);
      }
    }
  }
  return { tallies, differences, used, wrong };
}

/**
 * A function that is told the lines of gdb's answer one after another, with ours beside them, and finds the
 * rules by which we would say the same.
 * @param {string} gdb
 * @param {Readonly<Record<string, string>>} byRules
 */
function rulesBehind(gdb, byRules) {
  const trials = Object.entries(byRules).map(([rules, answer]) => {
    const pairs = aligned(linesOf(gdb), linesOf(answer));
    const theirs = pairs.filter(([line]) => line !== undefined);
    return { rules, same: theirs.map(([line, own]) => line === own), said: linesOf(answer) };
  });
  let next = 0;
  return (/** @type {string | undefined} */ theirs, /** @type {string | undefined} */ ours) => {
    const at = theirs === undefined ? undefined : next++;
    return trials.find(({ same, said }) =>
      at === undefined ? !said.includes(ours ?? '') : same[at] === true,
    )?.rules;
  };
}

/**
 * The function that gdb's `frame` names.
 * @param {string} frame gdb's answer
 */
function functionIn(frame) {
  return /^#\d+ +(?:0x[0-9a-f]+ in )?(.+?) \(/.exec(frame)?.[1];
}

/**
 * @param {Fault} fault
 * @param {Difference} difference
 */
function isFault(fault, { command, gdb, own, answer, function: selected = '' }) {
  return (
    whole(fault.command).test(command) &&
    whole(`(?:${fault.gdb})\n(?:${fault.own})`).test(`${gdb}\n${own}`) &&
    whole(fault.answer ?? '.*').test(answer) &&
    whole(fault.function ?? '.*').test(selected)
  );
}

/** @param {string} pattern */
function whole(pattern) {
  return new RegExp(`^(?:${pattern})$`, 's');
}

/**
 * @typedef {object} Pattern differences of one kind
 * @property {string} category
 * @property {number} count
 * @property {Difference} example
 */

/**
 * Groups differences by what is different in them, the most frequent first.
 * @param {readonly Difference[]} differences
 * @returns {Pattern[]}
 */
export function patternsOf(differences) {
  /** @type {Map<string, Pattern>} */
  const patterns = new Map();
  for (const difference of differences) {
    const { category, gdb, own } = difference;
    const key = `${category}\n${changed(gdb, own).map(general).join('\n')}`;
    const pattern = patterns.get(key) ?? { category, count: 0, example: difference };
    pattern.count++;
    patterns.set(key, pattern);
  }
  return [...patterns.values()].sort((a, b) => b.count - a.count);
}

/**
 * The words in which two lines differ: what stands before and behind in both is left out.
 * @param {string} gdb
 * @param {string} own
 */
function changed(gdb, own) {
  const [theirs, ours] = [wordsOf(gdb), wordsOf(own)];
  let first = 0;
  while (first < theirs.length && theirs[first] === ours[first]) first++;
  let last = 0;
  while (
    last < Math.min(theirs.length, ours.length) - first &&
    theirs[theirs.length - 1 - last] === ours[ours.length - 1 - last]
  ) {
    last++;
  }
  return [theirs, ours].map((words) => words.slice(first, words.length - last).join(''));
}

/** @param {string} line */
function wordsOf(line) {
  return line.split(/(?<=\W)|(?=\W)/);
}

/** @param {string} text */
function general(text) {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/0x[0-9a-f]+/g, '0xN')
    .replace(/\d+/g, 'N')
    .replace(/\b[A-Za-z_]\w{3,}(?=[^\w]|$)/g, (word) => (known.has(word) ? word : 'name'))
    .slice(0, 80);
}

/** Words of gdb's own: a difference in them is a pattern of its own. */
const known = new Set(
  (
    'Cannot access memory address symbol current context available optimized unavailable error ' +
    'length Symbol constant static storage register variable complex DWARF expression multi ' +
    'location range Base function struct class union enum const unsigned char void type ' +
    'typedef incomplete inlined into frame caller source language called Saved registers Previous ' +
    'entry contains locals arguments Line starts ends code line operand synthetic pointer ' +
    'virtual table offset Attempt take contents value member extract nothing pure data'
  ).split(' '),
);
