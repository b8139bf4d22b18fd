#!/usr/bin/env python3
"""Records what objdump and gdb say of code, into words/ and gdb/ beside this file.

words/SET.txt: the instructions of code.c compiled for SET, one after another, then samples of the system's C library
for it: of every kind of instruction (mnemonic and kinds of operands) the first few. A line is an address, the bytes
in memory order, a tab and objdump's text. gdb/NAME.txt: gdb's `disassemble` and `x/i` of programs of this project.
Needs binutils and gcc for each architecture (Debian's *-linux-gnu packages) and gdb-multiarch.
"""
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..', '..', '..')
SAMPLES = 900
OF_A_KIND = 2

# set: tools' prefix, compiler's options, C library, objdump's options
SETS = {
    'x86-64': ('', '-march=haswell', '/lib/x86_64-linux-gnu/libc.so.6', ''),
    'x86-64.intel': ('', '-march=haswell', '/lib/x86_64-linux-gnu/libc.so.6', '-Mintel'),
    'x86-32': ('', '-m32', '/lib32/libc.so.6', ''),
    'x86-32.intel': ('', '-m32', '/lib32/libc.so.6', '-Mintel'),
    'aarch64': ('aarch64-linux-gnu-', '', '/usr/aarch64-linux-gnu/lib/libc.so.6', ''),
    'arm': ('arm-linux-gnueabi-', '-marm -march=armv7ve+neon-vfpv4 -mfloat-abi=softfp', '/usr/arm-linux-gnueabi/lib/libc.so.6', ''),
    'thumb': ('arm-linux-gnueabi-', '-mthumb -march=armv7-a+vfpv3 -mfloat-abi=softfp', None, ''),
    'riscv64': ('riscv64-linux-gnu-', '', '/usr/riscv64-linux-gnu/lib/libc.so.6', ''),
    'riscv32': ('riscv64-linux-gnu-', '-march=rv32gc -mabi=ilp32d', None, ''),
    'powerpc64': ('powerpc64-linux-gnu-', '', '/usr/powerpc64-linux-gnu/lib/libc.so.6', ''),
    'powerpc64.little': ('powerpc64-linux-gnu-', '-mlittle-endian -mabi=elfv2', None, ''),
    'powerpc': ('powerpc64-linux-gnu-', '-m32', None, ''),
    's390': ('s390x-linux-gnu-', '-march=z13', '/usr/s390x-linux-gnu/lib/libc.so.6', ''),
    'mips32': ('mips-linux-gnu-', '', '/usr/mips-linux-gnu/lib/libc.so.6', ''),
    'mips32.little': ('mips-linux-gnu-', '-EL', None, ''),
    'mips64': ('mips-linux-gnu-', '-mabi=64 -march=mips64r2', None, ''),
}
BIG = {'powerpc64', 'powerpc', 's390', 'mips32', 'mips64'}
LINK = '-nostdlib -nostartfiles -static -ffreestanding -fno-math-errno -w -Wl,-e,_start -Wl,--unresolved-symbols=ignore-all'

# program: functions
GDB = {
    'test/corpus/x86_64/app': ['helper', 'main'],
    'test/corpus/x86_64/app-O2': ['main'],
    'test/corpus/aarch64/app': ['helper', 'main'],
    'test/corpus/s390x/app': ['helper', 'main'],
    'test/corpus/extra/i386/lanes': ['cross', 'main'],
    'test/corpus/programs/inlined/inlined': ['main', 'kept'],
    'test/corpus/programs/classes/classes': ['main'],
    'test/oracle/data/symbols/programs/aarch64': ['main'],
    'test/oracle/data/symbols/programs/arm-thumb': ['main'],
    'test/oracle/data/symbols/programs/mips-be': ['main'],
    'test/oracle/data/symbols/programs/ppc64-opd': ['main'],
    'test/oracle/data/symbols/programs/riscv64': ['main'],
    'test/oracle/data/symbols/programs/s390x': ['main'],
}


def run(*args, **options):
    return subprocess.run(args, check=True, capture_output=True, text=True, errors='replace', **options).stdout


def lines_of(objdump, path, options, little):
    for line in run(objdump, '-d', '-w', '-z', '--insn-width=16', *options.split(), path).splitlines():
        found = re.match(r'^\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(.*)$', line)
        if not found:
            continue
        address, groups, text = found.groups()
        pairs = [re.findall('..', group) for group in groups.split()]
        # A group is printed as the number that it is.
        data = ''.join(''.join(reversed(each) if little else each) for each in pairs)
        yield address, data, text.rstrip()


def kind(text):
    text = re.sub(r'<[^>]*>', '', text)
    text = re.sub(r'-?\b(0x)?[0-9a-f]*\d[0-9a-f]*\b', 'N', text)
    return re.sub(r'[%$]?\b(r|e|x|w|a|s|t|v|k|f|q|d|fa|fs|ft|xmm|ymm|zmm)(N|\d+|[a-ds][xpi]|[sd]i|[sb]p)\w?\b', 'R', text)


def record_words(name, tools, flags, library, options):
    little = name.split('.')[0] not in BIG or name.endswith('.little')
    objdump = tools + 'objdump'
    version = run(objdump, '--version').splitlines()[0]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'code')
        run(tools + 'gcc', *flags.split(), '-O2', *LINK.split(), os.path.join(HERE, 'code.c'), '-o', program)
        # The compiler's start of the linker's own code is left out where the C library has its like.
        own = [line for line in lines_of(objdump, program, options, little)]
    samples, kinds, seen = [], {}, set()
    for line in lines_of(objdump, library, options, little) if library else []:
        count = kinds.get(kind(line[2]), 0)
        if line[1] in seen or count >= OF_A_KIND:
            continue
        seen.add(line[1])
        kinds[kind(line[2])] = count + 1
        samples.append(line)
    step = max(1, len(samples) / SAMPLES)
    samples = [samples[int(i * step)] for i in range(min(SAMPLES, len(samples)))]
    with open(os.path.join(HERE, 'words', name + '.txt'), 'w') as out:
        out.write(f'# {version}; gcc {flags or "without options"} -O2\n')
        for part in (own[:2500], samples):
            for address, data, text in part:
                out.write(f'{address} {data}\t{text}\n')
    print(name, len(own), len(samples))


def record_gdb(program, functions):
    name = program.replace('test/corpus/', '').replace('test/oracle/data/symbols/programs/', 'symbols/').replace('/', '-')
    source = os.path.join(ROOT, os.path.dirname(program))
    asks = []
    for function in functions:
        asks += [f'disassemble {function}', f'disassemble /r {function}', f'disassemble /s {function}', f'disassemble /rs {function}',
                 f'disassemble /m {function}', f'disassemble /r {function},+16', f'x/12i {function}']
    commands = ['set width 0', 'set height 0', f'directory {source}']
    for ask in asks:
        commands += [f'echo @ {ask}\\n', ask]
    args = [each for command in commands for each in ('-ex', command)]
    text = run('gdb-multiarch', '-nx', '-batch', os.path.join(ROOT, program), *args, stdin=subprocess.DEVNULL)
    with open(os.path.join(HERE, 'gdb', name + '.txt'), 'w') as out:
        out.write(text[text.index('@ '):])
    print(name, len(text))


if __name__ == '__main__':
    for name, (tools, flags, library, options) in SETS.items():
        record_words(name, tools, flags, library, options)
    for program, functions in GDB.items():
        record_gdb(program, functions)
