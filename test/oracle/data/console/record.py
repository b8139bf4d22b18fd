"""What gdb says to commands that a person types: NAME.words.txt, from the commands in NAME.commands.txt.

    python3 record.py            all of them
    python3 record.py NAME ...   these

The first line of NAME.commands.txt names the trace, the program and the folder of its sources, in the corpus:

    # x86_64/app.tf x86_64/app x86_64

A script that `source` names stands here. In a command `{corpus}` is the corpus's folder. For breakpoints gdb deletes the tracepoints first: it would list both. For `pretty…` it has the printers of
libstdc++.

It is repeated in NAME.words.txt, with each command after `(gdb) ` and gdb's answer after it. What gdb wrote to its
standard error, complaints and warnings, begins with `ERR `.
"""

import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
corpus = os.path.normpath(os.path.join(here, '../../../corpus'))
prompt = '<ready>\n'


class Gdb:
    def __init__(self, folder):
        self.gdb = subprocess.Popen(['gdb-multiarch', '-q', '-nx', '-ex', f'set prompt {prompt.strip()}\\n'], cwd=folder,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.set_blocking(self.gdb.stderr.fileno(), False)
        self.answer()

    def answer(self):
        said = b''
        while not said.endswith(prompt.encode()):
            more = os.read(self.gdb.stdout.fileno(), 65536)
            if not more:
                raise EOFError(said)
            said += more
        text = said[:-len(prompt)].decode()
        complaint = (self.gdb.stderr.read() or b'').decode()
        text += '\n' if text and not text.endswith('\n') else ''
        return text + ''.join(f'ERR {line}\n' for line in complaint.splitlines())

    def say(self, command):
        # In a script it shows the general registers, as its documentation says; to a person at a terminal, all.
        typed = 'python gdb.execute("tdump")' if command == 'tdump' else command
        if command.startswith('source '):
            typed = f'source {here}/{command[len("source "):]}'
        # After a backslash gdb waits for the rest of the command: nothing.
        if typed.endswith('\\'):
            typed += '\n'
        self.gdb.stdin.write(f'{typed}\n'.encode())
        self.gdb.stdin.flush()
        return self.answer()


def record(name):
    with open(f'{here}/{name}.commands.txt', encoding='utf-8') as file:
        first, *commands = file.read().rstrip('\n').split('\n')
    trace, program, sources = first.split()[1:4]
    gdb = Gdb(os.path.dirname(f'{corpus}/{program}'))
    for setting in ['width 0', 'height 0', 'confirm off', 'debuginfod enabled off', f'directories {corpus}/{sources}']:
        gdb.say(f'set {setting}')
    if name.startswith('pretty'):
        gdb.say('python import sys; sys.path.insert(0, "/usr/share/gcc/python"); from libstdcxx.v6.printers import *; register_libstdcxx_printers(None)')
    gdb.say(f'file {corpus}/{program}')
    with open(f'{here}/{name}.words.txt', 'w', encoding='utf-8') as words:
        words.write(f'{first}\n' + gdb.say(f'target tfile {corpus}/{trace}'))
        if name.startswith('breakpoints'):
            gdb.say('delete tracepoints')
        for command in commands:
            words.write(f'(gdb) {command}\n' + gdb.say(command.replace('{corpus}', corpus)).replace(f'{corpus}/', '').replace(corpus, '{corpus}').replace(f'{here}/', ''))
    gdb.gdb.kill()


for name in sys.argv[1:] or sorted(file[:-len('.commands.txt')] for file in os.listdir(here) if file.endswith('.commands.txt')):
    record(name)
