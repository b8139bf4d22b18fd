#!/usr/bin/env python3
"""Builds held.c for every processor that Debian has a compiler for, makes a trace of it by hand, and
records what gdb-multiarch says of the variables: test/oracle/registerFormats.test.ts compares.

    PATH=/where/the/compilers/are:$PATH ./record.py     Debian's gcc-12-TRIPLE, and gdb-multiarch

A trace has frames at the beginning of each function, at each instruction of some, and in
`leaf` called by others. Its register
blocks, laid out as gdb lays out the registers that it takes for granted, hold doubles or floats in
floating-point registers and big numbers in the others.
"""
import re
import struct
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile

here = Path(__file__).parent

#: The program's name, its compiler, and its options.
programs = {
    'aarch64': ('aarch64-linux-gnu-gcc-12', ['-DVECTORS']),
    'arm': ('arm-linux-gnueabihf-gcc-12', []),
    'i386': ('gcc', ['-m32', '-mregparm=3', '-msse2', '-msseregparm']),
    'i386-x87': ('gcc', ['-m32', '-mregparm=3', '-mno-sse']),
    # Of a double in two registers gdb 13 prints what was in its memory.
    'mips': ('mips-linux-gnu-gcc-12', ['-DSINGLES']),
    'mipsel': ('mipsel-linux-gnu-gcc-12', ['-DSINGLES']),
    'mips64el': ('mips64el-linux-gnuabi64-gcc-12', []),
    'powerpc': ('powerpc-linux-gnu-gcc-12', []),
    'powerpc64': ('powerpc64-linux-gnu-gcc-12', []),
    'powerpc64le': ('powerpc64le-linux-gnu-gcc-12', ['-DQUADS', '-mfloat128', '-mvsx']),
    'riscv64': ('riscv64-linux-gnu-gcc-12', []),
    's390x': ('s390x-linux-gnu-gcc-12', ['-march=z10']),
    'x86-64': ('gcc', ['-DVECTORS']),
}
#: Registers that gdb does not take for granted: of a trace in ../registers.
described = {'arm': 'arm-vfp', 'powerpc64le': 'ppc64le-vsx'}
usual = '-O2 -g -ffreestanding -nostdlib -static -fno-pic -no-pie -fno-stack-protector'.split()
linked = ['-Wl,--build-id=none', '-Wl,-e,reals', '-Wl,-z,max-page-size=4096', '-Wl,-z,noseparate-code']
functions = ['reals', 'wide', 'integers', 'complexes', 'structures', 'vectors', 'quads', 'converted', 'kept', 'mixed']
callers = ['kept', 'mixed']
stepped = ['converted', *callers]


def description(name):
    """The lines of a target description."""
    if name not in described:
        return []
    trace = here.parent / 'registers' / f'{described[name]}.tf'
    return re.findall(r'^tdesc (.*)$', trace.read_text('latin1'), re.M)


def gdb(program, *commands):
    """What gdb says to commands about a program, with the description of its registers."""
    with NamedTemporaryFile('w', suffix='.xml') as file:
        file.write('\n'.join(description(program.name)))
        file.flush()
        given = [f'set tdesc filename {file.name}'] if description(program.name) else []
        return ask_gdb(program, [*given, *commands])


def ask_gdb(program, commands):
    asked = [word for command in commands for word in ('-ex', command)]
    settings = ['-iex', 'set debuginfod enabled off', '-ex', 'set width 0', '-ex', 'set height 0']
    run = subprocess.run(
        ['gdb-multiarch', '-nx', '-batch', *settings, str(program), *asked],
        capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


def layout(program):
    """
    Each raw register that a block holds: name, offset, size and type. gdb hides those of MIPS behind
    pseudo registers, which follow in the same order.
    """
    raw, pseudo = [], []
    row = re.compile(r"\s*(\S+)\s+\d+\s+\d+\s+\d+\s+(\d+)\s+(\S.*?)(?:\s+\d+\s+(\d+))?\s*$")
    for line in gdb(program, 'maint print remote-registers').splitlines():
        fields = row.match(line)
        if not fields:
            continue
        name, size, kind, at = fields.groups()
        if at is None:
            pseudo.append(name)
        else:
            raw.append((name, int(at), int(size), kind))
    hidden = zip(raw, pseudo)
    named = [(name, *rest) for (_, *rest), name in hidden]
    return named if raw[0][0] == "''" else raw


def number(text):
    return int(re.search(r'0x[0-9a-f]+', text)[0], 16)


def entries(program):
    known = {}
    for name in functions + ['leaf']:
        said = gdb(program, f'info address {name}')
        if 'is a function' in said:
            known[name] = number(said)
    return known


def instructions(program, name):
    """Lines of gdb's disassembly."""
    return [line for line in gdb(program, f'disassemble {name}').splitlines() if re.match(r'\s+0x', line)]


def call_in(program, name):
    """Where the function goes on behind its call of leaf."""
    code = instructions(program, name)
    at = next(i for i, line in enumerate(code) if re.search(r'<leaf(\+8)?>', line))
    slot = 2 if program.name.startswith('mips') else 1
    return number(code[at + slot])


links = {'aarch64': 'x30', 'arm': 'lr', 'powerpc': 'lr', 'riscv': 'ra', 's390x': 'r14'}
counters = {'arm': 'pc', 'i386': 'eip', 's390x': 'pswa', 'x86-64': 'rip'}


def of(table, program, otherwise):
    return next((value for key, value in table.items() if program.startswith(key)), otherwise)


def is_float(name, kind):
    return bool(re.fullmatch(r'(f|d|v|fa|fs|ft|vs|st|xmm|V)\d+h?', name)) or 'ieee' in kind


def block(registers, order, singles, pc, link, name):
    size = max(at + length for _, at, length, _ in registers)
    data = bytearray(size)
    sign = '<' if order == 'little' else '>'
    first_float = next(i for i, each in enumerate(registers) if each[0] in ('f1', 'd0', 'xmm0', 'st0', 'fa0', 'v0', 'V0'))
    for i, (register, at, length, kind) in enumerate(registers):
        if is_float(register, kind) and length in (4, 8, 16):
            form = 'f' if singles or length == 4 else 'd'
            # What is in the second half of a long double may be no more than a rest.
            value = (1.5 if i % 2 == first_float % 2 else 2 ** -60) * (i + 1)
            unit = struct.pack(sign + form, value if form == 'f' else value * 1.1)
            data[at:at + length] = unit * (length // len(unit))
        elif length == 10:
            data[at:at + length] = ((16384 << 64) | ((0xd << 60) + (i << 40))).to_bytes(10, 'little')
        else:
            value = (0x8182838485868788 + 0x101010101010101 * i) % 2 ** (8 * length)
            data[at:at + length] = value.to_bytes(length, order)
    places = {register: (at, length) for register, at, length, _ in registers}
    for register, value in ((of(counters, name, 'pc'), pc), (of(links, name, None), link)):
        if register in places and value is not None:
            at, length = places[register]
            data[at:at + length] = value.to_bytes(length, order)
    return bytes(data)


def record(name, compiler, options):
    program = here / name
    source = [*usual, *options, *linked, '-o', name, 'held.c']
    subprocess.run([compiler, *source], cwd=here, check=True)
    registers = layout(program)
    known = entries(program)
    order = 'big' if 'big endian' in gdb(program, 'show endian') else 'little'
    header = f'\x7fTRACE0\nR {max(a + l for _, a, l, _ in registers):x}\n'
    frames, stops = b'', []
    stopped = [(known[each], None, each) for each in functions if each in known]
    stopped += [(number(line), None, each) for each in stepped for line in instructions(program, each)[1:]]
    if of(links, name, None):
        stopped += [(known['leaf'], call_in(program, each), f'leaf {each}') for each in callers]
    for pc, link, what in stopped:
        for singles in (False, True) if pc in known.values() else (False,):
            data = b'R' + block(registers, order, singles, pc, link, name)
            sign = '<' if order == 'little' else '>'
            frames += struct.pack(sign + 'hI', 1, len(data)) + data
            stops.append(what)
    status = f'status 0;tstop::0:0;tframes:{len(stops):x};tcreated:{len(stops):x};tfree:1000;tsize:5000\n'
    header += ''.join(f'tdesc {line}\n' for line in description(name))
    tracepoint = f'tp T1:{known["reals"]:x}:E:0:0\ntp Z1:{known["reals"]:x}:at:0:5:{b"reals".hex()}\n'
    (here / f'{name}.tf').write_bytes((header + status + tracepoint + '\n').encode('latin1') + frames + bytes(4))
    asked = [f'target tfile {here / name}.tf']
    for frame, what in enumerate(stops):
        asked.append(f'tfind {frame}')
        for level in range(2 if ' ' in what else 1):
            asked.append(f'echo === {frame} {level}\\n')
            if level > 0:
                asked.append('up-silently')
            for question in ('info args', 'info locals'):
                asked += [f'echo --- {question}\\n', question]
    said = gdb(program, *asked)
    # gdb 13 dies of MIPS' entry values without a stack.
    if 'internal-error' in said:
        said = said[:said.rindex('=== ', 0, said.index('internal-error'))]
    kept = re.sub(r'^(?!===|---|\w+ = |No |Symbol).*\n', '', said[said.index('=== '):], flags=re.M)
    (here / f'{name}.txt').write_text(kept)


for name, (compiler, options) in programs.items():
    try:
        record(name, compiler, options)
    except (OSError, subprocess.CalledProcessError, StopIteration, ValueError) as error:
        print(name, repr(error))
