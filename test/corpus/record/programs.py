"""What gdb says of the program behind a trace, stack frame by stack frame: TRACE.oracle.txt.

It is asked by programs.sh, which sets `$trace` to PROGRAM.KIND.
KIND.rec.gdb, which recorded the trace, says in its comments what is asked besides the call stack, and each stack frame's
arguments, locals, their types and addresses:

    # frames 0-9, 12          these frames; all without such a line
    # levels 4                so many stack frames of each; 8 without such a line
    # print EXPRESSION        in the innermost stack frame
    # in FUNCTION EXPRESSION  in every stack frame of that function
    # registers rbx rbp       these registers in every stack frame

`$pretty` set asks with the pretty printers of libstdc++ and Rust and writes TRACE.pretty.oracle.txt; else there are none.
"""

import os
import re

import gdb

trace = gdb.convenience_variable('trace').string()
name = os.path.basename(trace)
pretty = gdb.convenience_variable('pretty') is not None
described = set()

# What gdb says of itself in the middle of its answers.
noise = r'(warning: \(.* not in symtab\.\)|Python Exception .*)\n'


def say(command):
    """gdb's answer, or ERR and its complaint."""
    try:
        answer = gdb.execute(command, to_string=True)
    except gdb.error as error:
        answer = f'ERR {error}'
    answer = re.sub(noise, '', answer.replace(f'{os.getcwd()}/', ''))
    return answer if answer.endswith('\n') or not answer else answer + '\n'


def ask(command):
    """As `say`, in a gdb of its own, for some questions kill gdb 13.1: `ERR gdb died`."""
    answers, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            own_files()
            os.write(told, say(command).encode())
            os._exit(0)
        finally:
            os._exit(1)
    os.close(told)
    with os.fdopen(answers, encoding='utf-8') as pipe:
        answer = pipe.read()
    return answer if os.waitpid(child, 0)[1] == 0 else 'ERR gdb died\n'


def own_files():
    """Opens every file anew, else a forked gdb would move the position at which the first one reads."""
    for number in map(int, os.listdir('/proc/self/fd')):
        if os.path.isfile(f'/proc/self/fd/{number}'):
            own = os.open(f'/proc/self/fd/{number}', os.O_RDONLY)
            os.lseek(own, os.lseek(number, 0, os.SEEK_CUR), os.SEEK_SET)
            os.dup2(own, number)


def add_printers():
    """Those of libstdc++ and Rust, whose folders are in PYTHONPATH."""
    import gdb_lookup
    from libstdcxx.v6 import register_libstdcxx_printers

    register_libstdcxx_printers(None)
    gdb_lookup.register_printers(gdb.current_progspace())


def wanted(word):
    with open(f'{name.split(".")[-1]}.rec.gdb', encoding='utf-8') as commands:
        return re.findall(rf'^# {word}\b ?(.*)$', commands.read(), re.MULTILINE)


def frames():
    """Numbers of the frames to ask about."""
    ranges = [part.split('-') for line in wanted('frames') for part in line.split(',')]
    if not ranges:
        return range(10000)
    return [number for ends in ranges for number in range(int(ends[0]), int(ends[-1]) + 1)]


def select(level):
    frame = gdb.newest_frame()
    for _ in range(level):
        frame = frame.older()
    frame.select()


def variables(*answers):
    return re.findall(r'^([A-Za-z_]\w*) = ', ''.join(answers), re.MULTILINE)


def function():
    name = gdb.selected_frame().name()
    return re.sub(r'\(.*', '', name) if name else None


def level_questions(args, local):
    around = function()
    if not pretty:
        for register in ' '.join(wanted('registers')).split():
            yield f'info registers {register}'
        for variable in dict.fromkeys(variables(args, local)):
            yield f'print &{variable}'
            if (around, variable) not in described:
                described.add((around, variable))
                yield f'whatis {variable}'
                yield f'ptype {variable}'
    for line in wanted('in'):
        where, expression = line.split(' ', 1)
        if where == around:
            yield f'print {expression}'


def write_level(oracle, level):
    oracle.write(f'--- frame {level}\n')
    select(level)
    args, local = ask('info args'), ask('info locals')
    oracle.write(f'--- info args\n{args}--- info locals\n{local}')
    if not pretty:
        oracle.write(f'--- info frame\n{ask("info frame")}')
    for command in level_questions(args, local):
        oracle.write(f'--- {command}\n{ask(command)}')


def write_frame(oracle):
    stack = ask('bt')
    oracle.write(f'--- bt\n{stack}')
    for command in ['$pc', *wanted('print')]:
        oracle.write(f'--- print {command}\n{ask(f"print {command}")}')
    levels = [int(level) for level in re.findall(r'^#(\d+) ', stack, re.MULTILINE)] or [0]
    for level in levels[: int(next(iter(wanted('levels')), 8))]:
        write_level(oracle, level)


for setting in ['width 0', 'height 0']:
    gdb.execute(f'set {setting}')
for setting in ['quit yes', 'corefile no']:
    gdb.execute(f'maint set internal-error {setting}')
if pretty:
    add_printers()
else:
    say('disable pretty-printer')
with open(f'{name}{".pretty" if pretty else ""}.oracle.txt', 'w', encoding='utf-8') as oracle:
    oracle.write(say(f'target tfile {trace}.tf'))
    for number in frames():
        found = say(f'tfind {number}')
        if 'No trace frame found' in found:
            break
        oracle.write(f'\n=== FRAME {number}\n{found}')
        if found.startswith('ERR'):
            break
        write_frame(oracle)
