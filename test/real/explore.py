"""Chooses places for tracepoints deep inside a program: functions that a run calls, by file and line.

    TRACE_JOB=job.json gdb -nx -batch -x explore.py PROGRAM

Breaks once in each of many functions and runs the program. What is chosen is the same in every run
of the same program. Writes {"at": [LINESPEC…]} to the job's `places`.
"""

import json
import os
import random
import re
import sys
import time

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from gdb_job import can, job, own_libraries, say, settle

most_breakpoints = 500
most_stops = 250
# Of gdb's own processor time: where it stops must not depend on what else the machine does.
seconds_to_run = 40


def functions():
    """FILE:LINE of each function with debug information that the program defines."""
    file = None
    listed = say('info functions -n').splitlines()
    paths.update(named[1] for line in listed if (named := re.match(r'File (.+):$', line)))
    for line in listed:
        if named := re.match(r'File (.+):$', line):
            file = tail(named[1])
        elif file and (at := re.match(r'(\d+):\t', line)) and not line.startswith('0:'):
            yield f'{file}:{at[1]}'


# The source files of the program.
paths = set()


def tail(path):
    """The end of a path by which it is told from other source files: of Rust many are mod.rs."""
    parts = path.split('/')
    ends = ['/'.join(parts[-count:]) for count in range(1, len(parts))]
    return next((end for end in ends if not is_shared(end, path)), path)


def is_shared(end, path):
    return any(other != path and other.endswith('/' + end) for other in paths)


def depth():
    frame, count = gdb.newest_frame(), 0
    while frame is not None and count < 64:
        frame, count = frame.older(), count + 1
    return count


def lines_inside(frame):
    """The lines further on in the function, as FILE:LINE."""
    function = frame.function()
    if function is None:
        return []
    block = frame.block()
    while block.function is None:
        block = block.superblock
    table = function.symtab.linetable()
    try:
        table.source_lines()
    except RuntimeError:
        # The file has no lines of its own: gdb 13 dies of a walk over them.
        return []
    lines = sorted(
        {
            entry.line
            for entry in table
            if block.start < entry.pc < block.end and entry.line > frame.find_sal().line
        }
    )
    return [f'{tail(function.symtab.filename)}:{line}' for line in lines]


def stops(dice):
    """Where the program stopped: (depth, FILE:LINE of the function, one of a line inside it)."""
    end = time.process_time() + seconds_to_run
    seen = set()
    while len(seen) < most_stops and time.process_time() < end:
        if not can('continue') or not gdb.selected_thread() or not gdb.selected_thread().is_valid():
            return
        frame = gdb.newest_frame()
        function = frame.function()
        if function is None:
            continue
        at = f'{tail(function.symtab.filename)}:{frame.find_sal().line}'
        if at in seen:
            continue
        seen.add(at)
        lines = lines_inside(frame)
        yield depth(), at, dice.choice(lines) if lines else None


def choose(found):
    """The deepest ones, and others from all over the run."""
    half = job['count'] // 2
    deep = sorted(found, key=lambda stop: -stop[0])[:half]
    others = [stop for stop in found if stop not in deep]
    step = max(1, len(others) // half) if half else 1
    chosen = deep + others[::step][:half]
    places = []
    for number, (_, entry, inside) in enumerate(chosen):
        places.append(entry if number % 2 == 0 or inside is None else inside)
    return list(dict.fromkeys(places))


settle()
dice = random.Random(1)
gdb.execute('set breakpoint always-inserted on')
gdb.execute('set print frame-info location')
gdb.execute(f'cd {job["cwd"]}')
say('tbreak main')
say(f'run {job["arguments"]} > /dev/null < /dev/null')
if not gdb.selected_thread():
    # gdb may put it past what the program runs (clang -O1).
    say('tbreak *main')
    say('run')
own_libraries()
in_main = lines_inside(gdb.newest_frame())
everywhere = sorted(set(functions()))
dice.shuffle(everywhere)
for place in everywhere[:most_breakpoints]:
    can(f'tbreak {place}')
# Where main calls no function of the program, its own lines are all that there is.
places = choose(list(stops(dice))) or in_main[: job['count']]
with open(job['places'], 'w', encoding='utf-8') as out:
    json.dump({'at': places}, out)
say('kill')
