"""The intervals that gdb's frames make: NAME.txt here, for a trace of QUESTIONS. From the project's folder, for each of them:

    gdb-multiarch -q -nx -batch -ex 'set $question = 0' -x test/oracle/data/intervals/record.py

For each two tracepoints, and each key, one line (a hit and the steps after it, whose PC is elsewhere, are one begin or end):

    BEGIN END KEY | FRAME-FRAME:DEPTH:DURATION ... | SIDE:FRAME:REASON ...

An end in a function that has begins too (the same frame being both: not) belongs to a begin of its own call, by gdb's `frame at` of
`info frame`; a call further down the stack than the next event is over. BEGIN and END are the target's numbers of the tracepoints, which may be one; KEY is `-` without a key. Durations are times where
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
    ('test/oracle/data/intervals/calls.tf', 'test/oracle/data/intervals/calls', ['depth']),
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


def call():
    """Function and CFA of the frame that gdb is at; None where gdb cannot say."""
    if number('$sp') is None:
        return None
    found = re.search(r'frame at (0x[\da-f]+)', say('info frame'))
    return (gdb.selected_frame().name(), int(found[1], 16)) if found else None


def frames(targets, places, keys):
    """Tracepoint, time, keys and call of each frame; of a step, no tracepoint."""
    at, before = 0, None
    while True:
        found = re.search(r'Found trace frame \d+, tracepoint (-?\d+)', say(f'tfind {at}'))
        if not found:
            return
        tracepoint = targets[int(found[1])]
        steps = tracepoint == before and number('(unsigned long) $pc') not in places[tracepoint]
        before = tracepoint
        yield None if steps else tracepoint, number('$trace_timestamp'), {key: number(key) for key in keys}, call()
        at += 1


def intervals(held, begin, end, key):
    """What begins and ends, by stacks of what is open."""
    stacks, pairs, alone = {}, [], []
    timed = any(time is not None for tracepoint, time, _, _ in held if tracepoint in (begin, end))
    functions = [{each[3][0] for each in held if each[0] == wanted and each[3]} for wanted in (begin, end)]
    shared = functions[0] & functions[1] if begin != end else set()
    for frame, (tracepoint, time, keys, where) in enumerate(held):
        where = where if where and where[0] in shared else None
        value = keys[key] if key else 'all'
        stack = stacks.setdefault(value, [])
        for side, wanted in (('end', end), ('begin', begin)):
            if tracepoint != wanted:
                continue
            while where and stack and stack[-1][2] and 0 < where[1] - stack[-1][2][1] < 8 << 20:
                first, *_ = stack.pop()
                alone.append((first, 'begin', 'end'))
            if value is None:
                alone.append((frame, side, 'key'))
            elif side == 'begin':
                stack.append((frame, time, where, len(stack)))
            elif not (mine := [each for each in stack if not where or each[2] == where]):
                alone.append((frame, side, 'begin'))
            else:
                first, since, _, depth = mine[-1]
                stack.remove(mine[-1])
                length = frame - first
                if timed:
                    length = None if None in (time, since) or time < since else time - since
                pairs.append((first, frame, depth, '?' if length is None else length))
    alone += [(frame, 'begin', 'end') for stack in stacks.values() for frame, *_ in stack]
    return sorted(pairs), sorted(alone, key=lambda each: (each[0], each[1] == 'begin'))


trace, program, keys = QUESTIONS[number('$question')]
say(f'file {program}')
opened = say(f'target tfile {trace}')
targets, places = {}, {}
for ours, files, place in re.findall(r"tracepoint (\d+) for target's tracepoint (\d+) at (0x[\da-f]+)", opened):
    targets[int(ours)] = int(files)
    places.setdefault(int(files), set()).add(int(place, 16))
held = list(frames(targets, places, keys))
numbers = sorted(places)
name = '.'.join([pathlib.Path(program).parent.name, pathlib.Path(trace).stem])
with open(here / f'{name}.txt', 'w', encoding='utf-8') as words:
    for begin in numbers:
        for end in numbers:
            for key in [None, *keys]:
                pairs, alone = intervals(held, begin, end, key)
                made = ' '.join(f'{first}-{last}:{depth}:{length}' for first, last, depth, length in pairs)
                left = ' '.join(f'{side}:{frame}:{reason}' for frame, side, reason in alone)
                words.write(f'{begin} {end} {key or "-"} | {made} | {left}\n')
