"""What gdb compiles expressions to at the tracepoints of traces: NAME.txt for each trace. In test/corpus:

    for trace in x86_64/app aarch64/t1-regs …; do
        TRACE=$trace gdb-multiarch -q -nx -batch -x ../oracle/data/agent/record.py
    done

One gdb for each trace: one for several dies of an internal error, as it does of the classes that GCC compiled.

At each place the variables that gdb sees there make expressions, by the forms of their types. Each is compiled by `maint
agent` (collect) and, where it is a number, by `maint agent-eval` (value). A line `at ADDRESS` begins a place; the lines after
it are KIND, EXPRESSION and what gdb said, with tabs between: `MASK: instruction; …`, or `!! ` and its complaint. `line LOCATION`
and `function LOCATION` are followed by the addresses at which gdb's `trace` puts them.
"""

import os
import re

import gdb

here = os.path.dirname(os.path.abspath(__file__))

traces = {
    'x86_64/app': ('x86_64/app', '0x401201 0x40117b 0x401159'),
    'x86_64/app-O2': ('x86_64/app-O2', '0x4010d9'),
    'aarch64/t1-regs': ('aarch64/app', '0x40096c 0x400884 0x4007f0'),
    'aarch64/t4-O2': ('aarch64/app-O2', '0x400890 0x40088c 0x400858 0x400838'),
    's390x/t1-regs': ('s390x/app', '0x1000c82 0x1000b80 0x1000ae4'),
    'extra/i386/lanes.plain': ('extra/i386/lanes', '0x804921d 0x80491e6'),
    'extra/x86_64/meter.plain': ('extra/x86_64/meter', '0x401300 0x401181 0x40115e'),
    'extra/x86_64/boxes.locations': ('extra/x86_64/boxes', '0x401af9 0x401abb 0x4013a8'),
    'programs/values/values.plain': (
        'programs/values/values',
        '0x401b16 0x40199f 0x401856 0x401683 0x401327 0x4011d2',
    ),
    'programs/classes/classes-clang.plain': ('programs/classes/classes-clang', None),
    'programs/inlined/inlined.plain': ('programs/inlined/inlined', '0x401307 0x401280 0x401210'),
    'programs/tour/tour-O2.plain': ('programs/tour/tour-O2', None),
    'programs/tour/tour-i386.plain32': ('programs/tour/tour-i386', '0x80493ce 0x804932c 0x8049274'),
    'programs/tour/tour-i386-O2.plain32': ('programs/tour/tour-i386-O2', '0x8049367 0x80490ce'),
}

numbers = [
    '{0}', '{0} + 1', '{0} * 3 - 2', '{0} / 3', '{0} % 3', '-{0}', '~{0}', '!{0}', '{0} << 2', '{0} >> 2', '{0} == 3',
    '{0} != 3', '{0} < 2', '{0} > 5', '{0} <= -1', '{0} >= 7', '(signed char) {0}', '(unsigned) {0} / 3',
    '(unsigned short) {0} + 70000', '(long) {0} * {0}', '{0} > 2 && {0} < 9', '{0} || {0} == 1', '{0} ? 1 : 2',
    '{0} & 6', '{0} | 256', '{0} ^ -1', '{0} > 3 ? {0} : -{0}', '(unsigned) {0} >> 3', '{0} - 300 < 0',
]
pointers = ['{0}', '{0} == 0', '!{0}', '(long) {0} & 7', '{0} && 1', '{0} + 1', '{0} - 2']
forms = {
    'pointer': (pointers, ['{0}', '*{0}', '{0}[1]', '{0}[2]@3', '*{0}@2']),
    'array': (['{0}[1] != 0', '&{0}[2]'], ['{0}', '{0}[0]', '{0}[1]', '{0}[1]@2', '*{0}']),
    'number': (numbers, ['{0}', '{0} + 1', '{0} && {0} > 1']),
    'object': (['&{0}'], ['{0}']),
    'other': ([], ['{0}']),
}
deepest = 3
scope = r'^Scope: (0x\w+)\nReg mask: ([\w ]*)\n((?: *\d+  .*\n)*)'
most_members = 6


def said(command, place, expression):
    """gdb's instructions at the first address of a line, or its complaint."""
    try:
        text = gdb.execute(f'{command} -at {place}, {expression}', to_string=True)
    except gdb.error as error:
        return '!! ' + re.sub(r'\s+', ' ', str(error))
    scopes = re.findall(scope, text, flags=re.MULTILINE)
    if not scopes:
        return '!! no code'
    _, mask, lines = scopes[0]
    instructions = [re.sub(r'^ *\d+  ', '', line) for line in lines.strip('\n').split('\n')]
    return f'{mask}: ' + '; '.join(instructions)


def form_of(kind):
    if kind.code in (gdb.TYPE_CODE_PTR,):
        return 'pointer'
    if kind.code == gdb.TYPE_CODE_ARRAY:
        return 'array'
    if kind.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_ENUM):
        return 'number'
    return 'object' if kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION) else 'other'


def expressions(name, kind, depth=0):
    """Pairs of a kind of compilation and an expression."""
    bare = kind.strip_typedefs()
    form = form_of(bare)
    values, collects = forms[form]
    if depth > 0 and form == 'number':
        values = values[:4] + values[7:8]
        collects = collects[:1]
    for each in values:
        yield 'value', each.format(name)
    for each in collects:
        yield 'collect', each.format(name)
    if depth >= deepest:
        return
    target = bare.target().strip_typedefs() if form == 'pointer' else bare
    if form_of(target) == 'object':
        arrow = '->' if form == 'pointer' else '.'
        fields = [field for field in target.fields() if field.name and hasattr(field, 'bitpos') and not field.is_base_class]
        for field in fields[:most_members]:
            if not re.fullmatch(r'[A-Za-z]\w*', field.name):
                continue
            yield from expressions(f'{name}{arrow}{field.name}', field.type, depth + 1)


def variables(place):
    """Names with their types, as the place sees them, and some of the file's."""
    seen = set()
    block = gdb.block_for_pc(int(place, 0))
    while block is not None:
        symbols = list(block)
        if block.is_static:
            symbols = symbols[:12]
        if block.is_global:
            symbols = symbols[:12]
        for symbol in symbols:
            if not (symbol.is_variable or symbol.is_argument) or symbol.name in seen or symbol.type is None:
                continue
            if not re.fullmatch(r'[A-Za-z]\w*', symbol.name):
                continue
            seen.add(symbol.name)
            yield symbol.name, symbol.type
        block = block.superblock


def line_of(place):
    line = gdb.find_pc_line(int(place, 0))
    return f'{os.path.basename(line.symtab.filename)}:{line.line}'


def places_of(trace):
    """Addresses of the tracepoints, from the trace file."""
    with open(f'{trace}.tf', 'rb') as file:
        return [f'0x{address}' for address in re.findall(r'^tp T\w+:(\w+):', file.read().decode('latin1'), re.M)]


def locations(place):
    """Where gdb's `trace` puts the lines around a place and the function."""
    line = gdb.find_pc_line(int(place, 0))
    function = gdb.block_for_pc(int(place, 0))
    while function is not None and function.function is None:
        function = function.superblock
    if line.symtab is None or function is None:
        return
    name = os.path.basename(line.symtab.filename)
    yield 'function', function.function.name.split('(')[0]
    for number in range(line.line - 3, line.line + 6):
        yield 'line', f'{name}:{number}'


def addresses(location):
    try:
        gdb.execute(f'trace {location}', to_string=True)
    except gdb.error as error:
        return f'!! {error}'
    tracepoint = gdb.breakpoints()[-1] if gdb.breakpoints() else None
    if tracepoint is None:
        text = gdb.execute('info tracepoints', to_string=True)
        found = ' '.join(sorted(set(re.findall(r'0x[0-9a-f]+', text))))
    else:
        found = ' '.join(sorted(hex(each.address) for each in tracepoint.locations))
    gdb.execute('delete tracepoints', to_string=True)
    return ' '.join(hex(int(each, 0)) for each in found.split())


for setting in ['pagination off', 'confirm off', 'width 0']:
    gdb.execute(f'set {setting}')
count = 0
trace = os.environ['TRACE']
program, given = traces[trace]
gdb.execute(f'file {program}', to_string=True)
lines = []
places = given.split() if given else places_of(trace)
asked = set()
for line in list(dict.fromkeys(line_of(place) for place in places))[:4]:
    place = re.findall(scope, gdb.execute(f'maint agent-eval -at {line}, 1', to_string=True), flags=re.MULTILINE)[0][0]
    lines.append(f'at {place}')
    for location in locations(place):
        if location not in asked:
            asked.add(location)
            lines.append('\t'.join([*location, addresses(location[1])]))
    compiled = set()
    for name, kind in variables(place):
        for form, expression in expressions(name, kind):
            if (form, expression) in compiled or len(compiled) >= 150:
                continue
            compiled.add((form, expression))
            command = 'maint agent' if form == 'collect' else 'maint agent-eval'
            lines.append('\t'.join([form, expression, said(command, line, expression)]))
            count += 1
with open(os.path.join(here, trace.replace('/', '-') + '.txt'), 'w', encoding='utf-8') as file:
    file.write('\n'.join(lines) + '\n')
print(f'{count} expressions')
