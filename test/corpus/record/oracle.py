"""What gdb says of a trace: NAME.oracle.txt beside NAME.tf.

    gdb -q -nx -batch -ex 'set $trace = "NAME"' -x oracle.py ./program

NAME.rec.gdb, which recorded the trace, says in its comments what is asked of each frame:

    # frames 0-9, 12      these frames; all without such a line
    # print EXPRESSION    a value, as `print` writes it
    # x ADDRESS           16 bytes, as `x/16xb` writes them

Sourced while the program that was traced still lives, it asks the target itself and writes
NAME.live.oracle.txt: the only one in which gdb knows where a position-independent program ran.
"""

import re

import gdb

trace = gdb.convenience_variable('trace').string()
live = gdb.selected_inferior().pid != 0


def say(command):
    """gdb's answer, or ERR and its complaint."""
    try:
        answer = gdb.execute(command, to_string=True)
    except gdb.error as error:
        answer = f'ERR {error}'
    return answer if answer.endswith('\n') or not answer else answer + '\n'


def wanted(word):
    with open(f'{trace}.rec.gdb', encoding='utf-8') as commands:
        return re.findall(rf'^# {word} (.+)$', commands.read(), re.MULTILINE)


def frames():
    """Numbers of the frames to ask about. After a damaged one gdb answers nothing more: leave it out."""
    ranges = [part.split('-') for line in wanted('frames') for part in line.split(',')]
    if not ranges:
        return range(10000)
    return [number for ends in ranges for number in range(int(ends[0]), int(ends[-1]) + 1)]


def questions():
    yield 'regs', 'info registers'
    yield 'bt', 'bt'
    yield 'args', 'info args'
    yield 'locals', 'info locals'
    yield 'tdump', 'tdump'
    for expression in [*wanted('print'), '$pc', '$trace_frame']:
        yield f'print {expression}', f'print {expression}'
    for address in [*wanted('x'), '$pc', '$sp', '0x10']:
        yield f'x/16xb {address}', f'x/16xb {address}'
    yield 'x/3i $pc', 'x/3i $pc'


gdb.execute('set width 0')
gdb.execute('set height 0')
with open(f'{trace}{".live" if live else ""}.oracle.txt', 'w', encoding='utf-8') as oracle:
    if not live:
        oracle.write(say(f'target tfile {trace}.tf'))
    for command in ['tstatus', 'info tracepoints', 'info tvariables']:
        oracle.write(say(command))
    for number in frames():
        found = say(f'tfind {number}')
        if 'No trace frame found' in found:
            break
        oracle.write(f'\n=== FRAME {number}\n{found}')
        if found.startswith('ERR'):
            break
        for title, command in questions():
            oracle.write(f'--- {title}\n{say(command)}')
