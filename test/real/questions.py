"""Asks gdb everything of a trace, and writes its answers as lines of JSON to the job's `answers`:
{"command": …, "answer": …}, null where gdb did not survive the question.

    TRACE_JOB=job.json gdb -nx -batch -x questions.py PROGRAM

record.py asks the same while the program lives. The commands are in an order in which another
gdb, or who takes its place, can be given them one after another.
"""

import json
import os
import random
import re
import signal
import sys

import gdb

sys.path.insert(0, os.path.dirname(__file__))
from gdb_job import (
    Questions,
    can,
    decoded,
    in_a_child,
    job,
    say,
    seconds_for_a_question,
    settle,
    speak_as_actions,
    target_numbers,
)

most_levels = 4
most_variables = 10
most_members = 4
most_symbols = 16
most_copies = 3

settings = [
    ('print pretty', 'on', 'off'),
    ('print address', 'off', 'on'),
    ('print symbol', 'off', 'on'),
    ('print array', 'on', 'off'),
    ('print array-indexes', 'on', 'off'),
    ('print elements', '4', '200'),
    ('print repeats', '2', '10'),
    ('print null-stop', 'on', 'off'),
    ('print union', 'off', 'on'),
    ('print object', 'on', 'off'),
    ('print vtbl', 'on', 'off'),
    ('print static-members', 'off', 'on'),
    ('print demangle', 'off', 'on'),
    ('print symbol-filename', 'on', 'off'),
    ('print frame-arguments', 'all', 'scalars'),
    ('print frame-arguments', 'none', 'scalars'),
    ('print entry-values', 'both', 'default'),
    ('print entry-values', 'no', 'default'),
    ('print max-depth', '1', '20'),
    ('output-radix', '16', '10'),
]

def frame_questions(number, turn):
    """A function that asks about a trace frame; `turn` chooses what is asked in some frames alone."""

    def questions(asked):
        ask = asked.ask
        asked.move(f'tfind {number}')
        asked_where_it_stopped(ask, turn)
        asked.move('frame 0')
        for level in range(min(most_levels, levels())):
            asked.move(f'frame {level}')
            ask('frame')
            ask('info frame')
            ask('info args')
            ask('info locals')
            for variable in variables():
                variable_questions(asked, variable, turn)
        asked.move('frame 0')
        setting, value, usual = settings[turn % len(settings)]
        ask(f'set {setting} {value}')
        for command in ['bt 4', 'info locals', 'info args', 'print $pc', 'x/2i $pc']:
            ask(command)
        for variable in variables()[:4]:
            ask(f'print {variable}')
            if is_pointer(variable):
                ask(f'print *{variable}')
        ask(f'set {setting} {usual}')

    return questions


def asked_where_it_stopped(ask, turn):
    for command in [
        'info registers',
        'bt',
        'bt full 3',
        'tdump',
        'info symbol $pc',
        'info line *$pc',
        'info source',
        'print $pc',
        'print $sp',
        'x/6i $pc',
        'x/4xg $sp',
        'x/6dw $sp',
        'x/8xb $sp',
        'x/3a $sp',
        'x/8cb $sp',
        'x/2ub',
        'list',
    ]:
        ask(command)
    some = [
        'bt -3',
        'bt 1',
        'bt -frame-arguments all 5',
        'bt -frame-arguments none',
        'bt -frame-info location 5',
        'bt -frame-info short-location 5',
        'bt -frame-info location-and-address 5',
        'bt -entry-values both 5',
        'info registers float',
        'info registers eflags rip',
        'disassemble $pc,+24',
        'disassemble /r $pc,+12',
        'disassemble /s $pc,+12',
        'info all-registers',
        'print $_',
        'print $_siginfo',
        'print $trace_frame',
        'print $trace_func',
        'print $trace_line',
        'down',
        'info symbol main',
    ]
    for command in some[turn % 3 :: 3]:
        ask(command)


def levels():
    frame, count = gdb.newest_frame(), 0
    while frame is not None and count < most_levels:
        frame, count = frame.older(), count + 1
    return count


def variables():
    """Names that the selected stack frame knows, innermost first."""
    try:
        block = gdb.selected_frame().block()
    except RuntimeError:
        return []
    names = []
    while block is not None:
        names += [
            symbol.name
            for symbol in block
            if (symbol.is_argument or symbol.is_variable) and symbol.name not in names
        ]
        if block.function is not None:
            break
        block = block.superblock
    return names[:most_variables]


def type_of(expression):
    try:
        return gdb.lookup_symbol(expression)[0].type.strip_typedefs()
    except (gdb.error, AttributeError, RuntimeError):
        return None


def is_pointer(variable):
    kind = type_of(variable)
    return kind is not None and kind.code == gdb.TYPE_CODE_PTR


def variable_questions(asked, name, turn):
    ask = asked.ask
    function = gdb.selected_frame().name()
    ask(f'print {name}')
    ask(f'print/x {name}')
    if asked.once(function, name):
        for command in ['whatis', 'ptype', 'print &', 'print sizeof ', 'whatis &', 'print/r ']:
            ask(f'{command}{"" if command.endswith(("&", " ")) else " "}{name}')
        ask(f'info address {name}')
    kind = type_of(name)
    if kind is None:
        return
    if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        kind = kind.target().strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR:
        pointer_questions(asked, name, kind.target().strip_typedefs(), function)
    elif kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        member_questions(asked, name, '.', kind, function)
    elif kind.code == gdb.TYPE_CODE_ARRAY:
        for command in [f'print {name}[0]', f'print {name}[1]@2', f'print *{name}@2']:
            ask(command)
        ask(f'print &{name}[1]')
    else:
        scalar_questions(ask, name, turn)


def pointer_questions(asked, name, target, function):
    ask = asked.ask
    ask(f'print *{name}')
    ask(f'print {name}[0]')
    ask(f'print {name} + 1')
    ask(f'print *{name}@2')
    ask(f'x/2xw {name}')
    if asked.once(function, f'*{name}'):
        ask(f'whatis *{name}')
        ask(f'ptype *{name}')
        ask(f'ptype/o *{name}')
        ask(f'print sizeof(*{name})')
        ask(f'whatis {name} + 1')
    if target.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        member_questions(asked, name, '->', target, function)
    elif target.sizeof == 1:
        ask(f'x/s {name}')
        ask(f'output {name}')
        ask(f'printf "%s\\n", {name}')


def member_questions(asked, name, dot, kind, function):
    ask = asked.ask
    try:
        fields = [each for each in kind.fields() if each.name and not each.is_base_class]
    except (gdb.error, TypeError):
        return
    for field in fields[:most_members]:
        member = f'{name}{dot}{field.name}'
        ask(f'print {member}')
        if asked.once(function, member):
            ask(f'whatis {member}')
            ask(f'ptype {member}')
            ask(f'print &{member}')
            ask(f'print sizeof({member})')
        field_kind = field.type.strip_typedefs()
        if field_kind.code == gdb.TYPE_CODE_PTR:
            ask(f'print *{member}')
        elif field_kind.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM):
            ask(f'print/x {member}')
            ask(f'print {member} + 1')


def scalar_questions(ask, name, turn):
    formats = 'cdotazuf'
    ask(f'print/{formats[turn % len(formats)]} {name}')
    operators = ['{} + 1', '-{}', '{} > 0', '!{}', '{} * 2', '(char) {}', '{} == 3 && 1', '({}, 4)']
    ask(f'print {operators[turn % len(operators)].format(name)}')
    ask(f'output {name}')
    ask(f'printf "%d %x\\n", {name}, {name}')
    ask(f'whatis {name} + 1')


def place_questions(place, frame, commands):
    """What holds at a place of the program, whatever the frame.

    Each is asked of a gdb of its own: which units of the program gdb has read decides which copy of
    a place comes first, and an answer reads more.
    """

    def question(command):
        def questions(asked):
            asked.move(f'tfind {frame}')
            asked.ask(f'{command} {place}')

        return questions

    return [question(command) for command in commands]


def function_questions(name, frame):
    """Of a function that was inlined, the first copy depends on where gdb's symbols lie in its memory
    (gdb 13, compare_symbols in linespec.c): the scopes of some are asked by address.
    """

    def addresses():
        signal.alarm(seconds_for_a_question)
        return sorted({at.pc for at in decoded(name)})

    copies = in_a_child(addresses) or []
    yield from place_questions(name, frame, ['info line', 'list'])
    for scope in [name] if len(copies) < 2 else [f'*{pc:#x}' for pc in copies[:most_copies]]:
        yield from place_questions(scope, frame, ['info scope'])


def symbols_of(symtabs):
    """Functions, variables and types of some symbol tables, chosen alike in every run."""
    functions, globals_, types = {}, {}, {}
    for symtab in symtabs:
        for block in [symtab.global_block(), symtab.static_block()]:
            for symbol in block:
                if symbol.is_function:
                    functions[symbol.name] = symbol
                elif symbol.is_variable:
                    globals_[symbol.name] = symbol
                elif symbol.addr_class == gdb.SYMBOL_LOC_TYPEDEF:
                    types[type_name(symbol)] = symbol
    dice = random.Random(1)
    return [
        dice.sample(sorted(names), min(most_symbols, len(names)))
        for names in [functions, globals_, types]
    ]


def type_name(symbol):
    """As an expression names a type: `struct point` in C."""
    kind = symbol.type
    tags = {
        gdb.TYPE_CODE_STRUCT: 'struct',
        gdb.TYPE_CODE_UNION: 'union',
        gdb.TYPE_CODE_ENUM: 'enum',
    }
    tag = tags.get(kind.code)
    is_c = symbol.symtab is not None and symbol.symtab.filename.endswith(('.c', '.h'))
    is_tag = tag and kind.tag == symbol.name and symbol.name == kind.name
    return f'{tag} {symbol.name}' if is_c and is_tag else symbol.name


def program_questions(functions, globals_, types, frame):
    def questions(asked):
        ask = asked.ask
        asked.move(f'tfind {frame}')
        for name in functions:
            quoted = f"'{name}'" if re.search(r'\W', name) else name
            for command in ['print', 'print &', 'print *', 'ptype', 'whatis', 'whatis &', 'x/2i']:
                ask(f'{command} {quoted}')
            for command in ['info address', 'info symbol']:
                ask(f'{command} {name}')
        for name in globals_:
            quoted = f"'{name}'" if re.search(r'\W', name) else name
            for command in ['print', 'print &', 'ptype', 'whatis', 'print sizeof', 'whatis &']:
                ask(f'{command} {quoted}')
            ask(f'info symbol &{quoted}')
            ask(f'info address {name}')
        for name in types:
            for command in ['ptype', 'whatis', 'ptype/o']:
                ask(f'{command} {name}')
            ask(f'print sizeof({name})')
            ask(f'print ({name} *) 0')

    return questions


def chosen_frames():
    """The first and the last frame of each tracepoint, then others from all over the trace."""
    by_tracepoint, number = {}, 0
    while can(f'tfind {number}') and int(gdb.convenience_variable('trace_frame')) == number:
        tracepoint = int(gdb.convenience_variable('tracepoint'))
        by_tracepoint.setdefault(tracepoint, []).append(number)
        number += 1
    ends = [frame for each in by_tracepoint.values() for frame in (each[0], each[-1])]
    step = max(1, number // job['frames'])
    chosen = list(dict.fromkeys([*ends, *range(0, number, step)]))[: job['frames']]
    return sorted(chosen)


def ask_everything():
    """In the order in which compare.mjs gives the commands to the debug adapter."""
    frames = in_a_child(chosen_frames)
    functions, globals_, types = in_a_child(lambda: symbols_of(symtabs_of(frames)))
    with open(job['answers'], 'w', encoding='utf-8') as out:

        def note(questions):
            for command, answer in Questions(questions).asked():
                out.write(json.dumps({'command': command, 'answer': answer}) + '\n')

        for turn, number in enumerate(frames):
            note(frame_questions(number, turn))
        for place in job['at']:
            for questions in place_questions(place, frames[0], ['info scope', 'info line', 'list']):
                note(questions)
        for name in functions:
            for questions in function_questions(name, frames[0]):
                note(questions)
        note(program_questions(functions, globals_, types, frames[0]))


def symtabs_of(frames):
    """The source files in which the frames stopped."""
    symtabs = {}
    for number in frames:
        can(f'tfind {number}')
        symtab = gdb.selected_frame().find_sal().symtab
        if symtab is not None:
            symtabs.setdefault(symtab.filename, symtab)
    return list(symtabs.values())


if not job['live']:
    settle()
    speak_as_actions()
    target = say(f'target tfile {job["trace"]}')
    target_numbers.update(re.findall(r"tracepoint (\d+) for target's tracepoint (\d+)", target))
    gdb.execute('set language auto')
    ask_everything()
