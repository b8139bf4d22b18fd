"""What gdb says of expressions that need no process, in two languages:

    gdb -q -nx -batch -x record.py ../../../corpus/x86_64/app

LANGUAGE.txt holds the arguments of `print`, one a line; LANGUAGE.oracle.txt gets the answers, each after
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
for language in ['c', 'c++']:
    gdb.execute(f'set language {language}')
    with open(os.path.join(here, f'{language}.txt'), encoding='utf-8') as questions:
        asked = questions.read().splitlines()
    with open(os.path.join(here, f'{language}.oracle.txt'), 'w', encoding='utf-8') as oracle:
        for question in asked:
            oracle.write(f'--- {question}\n{say(f"print {question}")}\n')
            if not question.startswith('/'):
                kind = re.sub(r'^type = ', '', say(f'whatis {question}'))
                oracle.write(f'type {kind}\n')
