"""Records a trace of a program with gdbserver.

    TRACE_JOB=job.json gdb -nx -batch -x record.py PROGRAM

Each tracepoint collects the registers, arguments, locals, a piece of the stack and what its
pointers point to, at its first, second, fourth, eighth… hit. The job says `at`, `arguments`,
`cwd`, `trace`, and where gdb is asked while the program still lives, `live`.
"""

import os
import sys
import tempfile

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from gdb_job import (
    can,
    decoded,
    in_a_child,
    job,
    own_libraries,
    say,
    settle,
    speak_as_actions,
)

bytes_of_stack = 2048
most_pointees = 16
# The hit at which a tracepoint ends the run: two to the power of this less one.
most_frames_of_one = 15


def symbols_at(pc):
    """Arguments and locals that are visible at an address, innermost first."""
    block = gdb.block_for_pc(pc)
    named = {}
    while block is not None:
        for symbol in block:
            if symbol.is_argument or symbol.is_variable:
                named.setdefault(symbol.name, symbol)
        if block.function is not None:
            break
        block = block.superblock
    return list(named.values())


def pointees(symbol):
    """Expressions of what a variable points to, one and two steps away."""
    kind = symbol.type.strip_typedefs()
    if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        yield from members(symbol.name, '.', kind.target().strip_typedefs())
    elif kind.code == gdb.TYPE_CODE_PTR:
        yield f'*{symbol.name}'
        yield from members(symbol.name, '->', kind.target().strip_typedefs())


def members(name, dot, kind):
    if kind.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return
    for field in kind.fields():
        if field.name and not field.is_base_class and hasattr(field, 'bitpos'):
            if field.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
                yield f'*{name}{dot}{field.name}'


def survives(expression, place):
    """Whether gdb 13 outlives compiling it: of some variables it says `internal-error: gen_var_ref`."""
    return in_a_child(lambda: can(f'maintenance agent -at {place},{expression}')) is not None


def collectable(place, pc, is_safe):
    """What gdb can compile for a place, tried one by one: one failure would refuse the run.

    A name is known at all addresses of the place: elsewhere gdb takes one of a shared library for
    it, and then refuses the trace, which knows no libraries.
    """
    names_elsewhere = [{each.name for each in symbols_at(at.pc)} for at in decoded(place)]
    symbols = [
        each for each in symbols_at(pc) if all(each.name in names for names in names_elsewhere)
    ]

    def compiles(expression):
        return is_safe(expression) and can(f'maintenance agent -at {place},{expression}')

    names = [symbol.name for symbol in symbols if compiles(symbol.name)]
    further = [each for symbol in symbols if symbol.name in names for each in pointees(symbol)]
    return names, [each for each in further if compiles(each)][:most_pointees]


def define(place, number):
    """A tracepoint; nothing where gdb refuses the place."""
    if not decoded(place):
        return
    counter = f'$hits{number}'
    gdb.execute(f'tvariable {counter} = 0')
    often = f'(({counter} = {counter} + 1) & ({counter} - 1)) == 0'
    gdb.execute(f'trace {place} if {often}')
    pc = gdb.decode_line(place)[1][0].pc
    tracepoint = gdb.convenience_variable('tpnum')
    gdb.execute(f'passcount {most_frames_of_one} {tracepoint}')
    collected = in_a_child(lambda: collectable(place, pc, lambda expression: True))
    names, further = collected or collectable(place, pc, lambda each: survives(each, place))
    # `int` is a word of the language. For `char` gdb 13 looks in all scopes around the place, which
    # takes minutes where these are instances of large templates.
    stack = f'*(int *) $rsp@{bytes_of_stack // 4}'
    everything = ['$args, $locals'] if collected else []
    for variables in [*everything, ', '.join(names)]:
        lines = ['$regs', variables, ', '.join(further), f'{stack}, {counter}']
        collected = '\n'.join(f'collect {line}' for line in lines if line)
        if acts(tracepoint, collected) and starts():
            return
    acts(tracepoint, f'collect $regs\ncollect {stack}')


def acts(tracepoint, lines):
    """Whether gdb takes these actions. It reads them from scripts alone, not from Python."""
    with tempfile.NamedTemporaryFile('w', suffix='.gdb', encoding='utf-8') as script:
        script.write(f'actions {tracepoint}\n{lines}\nend\n')
        script.flush()
        return can(f'source {script.name}')


def starts():
    """Whether gdb can compile all actions so far."""
    good = can('tstart')
    say('tstop')
    return good


settle()
gdb.execute(f'cd {job["cwd"]}')
gdb.execute('set sysroot /')
gdb.execute(
    'target remote | exec gdbserver --once --wrapper env -i -- - '
    f'{job["program"]} {job["arguments"]} 2>/dev/null'
)
# The second one, where gdb puts the first one past what the program runs (clang -O1).
gdb.execute('break main')
say('break *main')
gdb.execute('continue')
gdb.execute('delete breakpoints')
speak_as_actions()
say('maintenance set internal-error corefile no')
# gdb reads the program in the order in which it defines the tracepoints of a file: from the last.
for place in reversed(job['at']):
    decoded(place)
for number, place in enumerate(job['at']):
    define(place, number)
say('break exit')
say('break _exit')
gdb.execute('tstart')
say('continue')
say('tstop')
gdb.execute(f'tsave {job["trace"]}')
if job['live']:
    own_libraries()
    from questions import ask_everything

    gdb.execute('set language auto')
    ask_everything()
say('kill')
