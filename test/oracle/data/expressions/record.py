"""What gdb says of expressions that need no process, in two languages, and of names in namespaces:

    gdb -q -nx -batch -x record.py ../../../corpus/x86_64/app
    gdb -q -nx -batch -x record.py namespaces

LANGUAGE.txt, or namespaces.txt, holds the arguments of `print`, one a line; the file `.oracle.txt` gets the answers, each after
`--- ARGUMENTS`, and the type after `type `. ERR marks a complaint.
"""

import os
import re

import gdb

here = os.path.dirname(__file__)


def say(command):
    try:
        answer = gdb.execute(command, to_string=True)
    except gdb.error as error:
        answer = f'ERR {error}'
    answer = re.sub(r'^warning: .*\n', '', answer, flags=re.MULTILINE)
    return re.sub(r'^\$\d+ = ', '', answer.rstrip('\n'))


gdb.execute('set width 0')
program = os.path.basename(gdb.current_progspace().filename)
for name in ['c', 'c++'] if program == 'app' else [program]:
    gdb.execute(f'set language {name if program == "app" else "c++"}')
    with open(os.path.join(here, f'{name}.txt'), encoding='utf-8') as questions:
        asked = questions.read().splitlines()
    with open(os.path.join(here, f'{name}.oracle.txt'), 'w', encoding='utf-8') as oracle:
        for question in asked:
            oracle.write(f'--- {question}\n{say(f"print {question}")}\n')
            if not question.startswith('/'):
                kind = re.sub(r'^type = ', '', say(f'whatis {question}'))
                oracle.write(f'type {kind}\n')
