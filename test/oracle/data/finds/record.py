"""What gdb's tfind finds in the traces of the corpus: FOLDER/TRACE.txt here. From the corpus' folder:

    gdb-multiarch -q -nx -batch -ex 'set $trace = "x86_64/app"' -x ../oracle/data/finds/record.py x86_64/app

The file says which tracepoints gdb made of the target's; of each frame its tracepoint, as gdb numbers it, and its PC;
then, for each question, where it was asked (-1 for no frame) and the frame found, or `none`:

    tracepoint GDB TARGET
    frame NUMBER GDB PC
    FROM | COMMAND | FOUND

`tfind line` has the addresses of the line behind it, as `info line` gives them.
"""

import pathlib
import re

import gdb

trace = gdb.convenience_variable('trace').string()
here = pathlib.Path(__file__).parent


def say(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as error:
        return f'ERR {error}'


def find(command):
    """The frame that a command finds; none where there is none. A file without an end marker ends too early then."""
    answer = say(command)
    if answer.startswith('ERR') and 'No registers' not in answer:
        assert 'failed to find' in answer or 'Premature end of file' in answer, answer
        return 'none'
    frame = say('output $trace_frame')
    return 'none' if frame == '-1' else frame


def frames():
    """Number, tracepoint and PC of each frame."""
    number = 0
    while True:
        answer = say(f'tfind {number}')
        found = re.search(r'Found trace frame \d+, tracepoint (-?\d+)', answer)
        if not found:
            return
        pc = re.match(r'0x[0-9a-f]+', say('output/x $pc'))
        yield number, int(found[1]), int(pc[0], 16) if pc else None
        number += 1


def lines(addresses):
    """Lines with their addresses."""
    for address in addresses:
        found = re.match(r'Line (\d+) of "([^"]+)".* starts at address (0x[0-9a-f]+).* and ends at (0x[0-9a-f]+)', say(f'info line *{address:#x}'))
        if found:
            yield f'tfind line {found[2]}:{found[1]} {found[3]} {found[4]}'


def questions():
    addresses = sorted({pc for _, _, pc in held if pc is not None})
    addresses = addresses[:: max(1, len(addresses) // 8)]
    for address in addresses:
        yield f'tfind pc {address:#x}'
        yield f'tfind range {address - 4:#x}, {address:#x}'
        yield f'tfind outside {address:#x}, {address + 32:#x}'
    yield from dict.fromkeys(lines(addresses))
    for number in targets:
        yield f'tfind tracepoint {number}'
    if addresses:
        yield f'tfind range {addresses[0]:#x}, {addresses[-1]:#x}'
        yield f'tfind outside {addresses[0]:#x}, {addresses[-1]:#x}'


gdb.execute('set width 0')
gdb.execute('set height 0')
opened = say(f'target tfile {trace}.tf')
targets = {
    int(gdbs): int(files)
    for gdbs, files in re.findall(r"tracepoint (\d+) for target's tracepoint (\d+) at", opened)
}
held = list(frames())
output = here / f'{trace}.txt'
output.parent.mkdir(parents=True, exist_ok=True)
with open(output, 'w', encoding='utf-8') as words:
    for number, target in targets.items():
        words.write(f'tracepoint {number} {target}\n')
    for number, tracepoint, pc in held:
        words.write(f'frame {number} {tracepoint} {"none" if pc is None else hex(pc)}\n')
    count = len(held)
    for question in questions():
        command = ' '.join(question.split(' ')[:3]) if ' line ' in question else question
        for start in sorted({-1, 0, count // 3, count // 2, count - 2}):
            say('tfind none' if start < 0 else f'tfind {start}')
            words.write(f'{start} | {question} | {find(command)}\n')
