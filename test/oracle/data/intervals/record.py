"""The intervals that gdb's frames make: NAME.txt here, for a trace of QUESTIONS. From the project's folder, for each of them:

    gdb-multiarch -q -nx -batch -ex 'set $question = 0' -x test/oracle/data/intervals/record.py

For each two tracepoints that do not step, and each key, one line:

    BEGIN END KEY | FRAME-FRAME:DEPTH:DURATION ... | SIDE:FRAME:REASON ...

BEGIN and END are the target's numbers of the tracepoints, which may be one; KEY is `-` without a key. Durations are times where
gdb has `$trace_timestamp` at any begin or end, else frames; `?` where it has none, or it goes back.
"""

import pathlib
import re

import gdb

# Trace and program from the project's folder, and keys.
QUESTIONS = [
    ('samples/callqueue.tf', 'samples/callqueue', ['call->number', 'call']),
    ('test/corpus/x86_64/app.tf', 'test/corpus/x86_64/app', ['n', '$sp']),
    ('test/corpus/x86_64/app-O2.tf', 'test/corpus/x86_64/app-O2', ['$sp']),
    ('test/corpus/aarch64/t1-regs.tf', 'test/corpus/aarch64/app', ['n', '$sp']),
    ('test/corpus/s390x/t1-regs.tf', 'test/corpus/s390x/app', ['n', '$r15']),
    ('test/corpus/extra/i386/lanes.plain.tf', 'test/corpus/extra/i386/lanes', ['$esp']),
    ('test/corpus/extra/x86_64/meter.plain.tf', 'test/corpus/extra/x86_64/meter', ['$rsp']),
]

here = pathlib.Path(__file__).parent


def say(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as error:
        return f'ERR {error}'


def number(expression):
    """What an expression is in the frame that gdb is at; None where gdb cannot say."""
    try:
        return int(gdb.parse_and_eval(expression))
    except (gdb.error, ValueError, TypeError):
        return None


def frames(targets, keys):
    """Tracepoint, time and keys of each frame."""
    at = 0
    while True:
        found = re.search(r'Found trace frame \d+, tracepoint (-?\d+)', say(f'tfind {at}'))
        if not found:
            return
        yield targets[int(found[1])], number('$trace_timestamp'), {key: number(key) for key in keys}
        at += 1


def intervals(held, begin, end, key):
    """What begins and ends, by stacks of what is open."""
    stacks, pairs, alone = {}, [], []
    timed = any(time is not None for tracepoint, time, _ in held if tracepoint in (begin, end))
    for frame, (tracepoint, time, keys) in enumerate(held):
        value = keys[key] if key else 'all'
        stack = stacks.setdefault(value, [])
        for side, wanted in (('end', end), ('begin', begin)):
            if tracepoint != wanted:
                continue
            if value is None:
                alone.append((frame, side, 'key'))
            elif side == 'begin':
                stack.append((frame, time))
            elif not stack:
                alone.append((frame, side, 'begin'))
            else:
                first, since = stack.pop()
                length = frame - first
                if timed:
                    length = None if None in (time, since) or time < since else time - since
                pairs.append((first, frame, len(stack), '?' if length is None else length))
    alone += [(frame, 'begin', 'end') for stack in stacks.values() for frame, _ in stack]
    return sorted(pairs), sorted(alone, key=lambda each: (each[0], each[1] == 'begin'))


trace, program, keys = QUESTIONS[number('$question')]
say(f'file {program}')
opened = say(f'target tfile {trace}')
targets = {int(ours): int(files) for ours, files in re.findall(r"tracepoint (\d+) for target's tracepoint (\d+) at", opened)}
held = list(frames(targets, keys))
plain = sorted({files for ours, files in targets.items() if 'while-stepping' not in say(f'info tracepoints {ours}')})
name = '.'.join([pathlib.Path(program).parent.name, pathlib.Path(trace).stem])
with open(here / f'{name}.txt', 'w', encoding='utf-8') as words:
    for begin in plain:
        for end in plain:
            for key in [None, *keys]:
                pairs, alone = intervals(held, begin, end, key)
                made = ' '.join(f'{first}-{last}:{depth}:{length}' for first, last, depth, length in pairs)
                left = ' '.join(f'{side}:{frame}:{reason}' for frame, side, reason in alone)
                words.write(f'{begin} {end} {key or "-"} | {made} | {left}\n')
