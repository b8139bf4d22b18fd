"""What explore.py, record.py and questions.py share: the job, and how gdb is asked.

The job is a JSON file that the environment variable TRACE_JOB names; gdb.mjs writes it.
"""

import json
import os
import re
import signal
import tempfile

import gdb

with open(os.environ['TRACE_JOB'], encoding='utf-8') as file:
    job = json.load(file)


# The file's number of each tracepoint, by gdb's.
target_numbers = {}


def settle():
    """Settings under which answers are plain text, the same on every machine."""
    for setting in [
        'pagination off',
        'confirm off',
        'width 0',
        'height 0',
        'style enabled off',
        'debuginfod enabled off',
        'breakpoint pending off',
        'print inferior-events off',
    ]:
        gdb.execute(f'set {setting}')


def say(command, to_string=True):
    """gdb's answer to a person, or `ERR ` and its complaint."""
    # To one who types it, `tdump` shows all registers instead of the general ones.
    from_tty = command != 'tdump'
    try:
        return gdb.execute(command, from_tty=from_tty, to_string=to_string)
    except gdb.error as error:
        return f'ERR {error}\n'


def printed_by(command):
    """What gdb prints of a command that fails: `gdb.execute` gives none of it with the complaint."""
    gdb.flush()
    screen = os.dup(1)
    with tempfile.TemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        say(command, to_string=False)
        gdb.flush()
        os.dup2(screen, 1)
        os.close(screen)
        printed.seek(0)
        return printed.read().decode('utf-8', 'replace')


def with_numbers_of_file(answer):
    """gdb numbers tracepoints again when it loads a file; `target_numbers` has the file's numbers."""
    return re.sub(
        r'(?<=tracepoint )\d+', lambda number: target_numbers.get(number[0], number[0]), answer
    )


def can(command):
    """Whether gdb does it."""
    return not say(command).startswith('ERR ')


def own_libraries():
    """As the debug adapter, gdb knows the shared objects that it is told of and no others."""
    say('nosharedlibrary')
    for library in job['libraries']:
        say(f'sharedlibrary {os.path.basename(library)}')


def decoded(place):
    """What gdb takes a linespec for; nothing where it knows no such place."""
    try:
        return gdb.decode_line(place)[1] or ()
    except gdb.error:
        return ()


def speak_as_actions():
    """The language of the conditions and actions of tracepoints: gdb cannot compile Rust's."""
    if in_a_child(some_place_is_of_rust):
        gdb.execute('set language c')


def some_place_is_of_rust():
    places = [location for place in job['at'] for location in decoded(place)]
    return any(at.symtab and at.symtab.filename.endswith('.rs') for at in places)


# What holds in every frame is asked once: what was asked so far.
described = set()

seconds_for_a_question = 20


class Questions:
    """Asks gdb in a forked child: gdb 13 crashes on some questions and never answers others.

    A question that ends the child is answered with None; a new child goes on behind it.
    `questions` is a function that is given this object and asks.
    """

    def __init__(self, questions):
        self.questions = questions
        self.fatal = set()
        self.answers = []

    def asked(self):
        """Pairs of command and answer."""
        while True:
            last, ended_well = self.ask_in_child()
            if ended_well or last is None:
                return self.answers
            self.fatal.add(last)

    def ask_in_child(self):
        read, self.pipe = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                own_files()
                self.questions(self)
                status = 0
            except BaseException as error:
                self.tell({'broken': repr(error)})
            finally:
                os._exit(status)
        os.close(self.pipe)
        last = self.heard(read)
        return last, os.waitpid(child, 0)[1] == 0

    def heard(self, read):
        """What a child says; the question that it did not survive."""
        self.answers, last = [], None
        with os.fdopen(read, encoding='utf-8', errors='replace') as pipe:
            for line in pipe:
                said = json.loads(line)
                if 'broken' in said:
                    raise RuntimeError(said['broken'])
                if 'described' in said:
                    described.add(tuple(said['described']))
                elif 'answer' in said:
                    self.answers.append((said['command'], said['answer']))
                    last = None
                else:
                    last = said['command']
        return last

    def tell(self, said):
        os.write(self.pipe, (json.dumps(said) + '\n').encode())

    def ask(self, command):
        if command in self.fatal:
            self.tell({'command': command, 'answer': None})
            return
        self.tell({'command': command})
        # Until the next one: what is done between two questions ends as well.
        signal.alarm(seconds_for_a_question)
        try:
            answer = say(command)
        except UnicodeDecodeError:
            # Python in gdb cannot hand over bytes that are no text.
            answer = None
        if answer is not None and answer.startswith('ERR '):
            printed = printed_by(command)
            answer = printed + answer.removeprefix('ERR ') if printed else answer
        if answer is not None and command.startswith(('tfind', 'tdump')):
            answer = with_numbers_of_file(answer)
        self.tell({'command': command, 'answer': answer})

    def move(self, command):
        """Goes elsewhere. What gdb prints of it depends on what it printed before, so it is not kept."""
        signal.alarm(seconds_for_a_question)
        say(command)
        self.tell({'command': command, 'answer': None})

    def once(self, *key):
        """Whether this was not asked before."""
        if key in described:
            return False
        described.add(key)
        self.tell({'described': key})
        return True


def in_a_child(function):
    """What a function gives in a forked child: gdb has read nothing more of the program for it.
    None where it did not survive that.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            own_files()
            with os.fdopen(write, 'w', encoding='utf-8') as pipe:
                json.dump(function(), pipe)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding='utf-8') as pipe:
        given = pipe.read()
    os.waitpid(child, 0)
    return json.loads(given) if given else None


def own_files():
    """Opens every file again: parent and child would move each other's position in the trace."""
    for number in map(int, os.listdir('/proc/self/fd')):
        path = f'/proc/self/fd/{number}'
        if os.path.isfile(path) and os.access(path, os.R_OK):
            own = os.open(path, os.O_RDONLY)
            os.lseek(own, os.lseek(number, 0, os.SEEK_CUR), os.SEEK_SET)
            os.dup2(own, number)
            os.close(own)
