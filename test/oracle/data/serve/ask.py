"""Asks gdb: the commands in the file GDB_COMMANDS, a JSON list; the answers go to GDB_ANSWERS, a JSON string a line.

Each answer is written at once, since some questions kill gdb 13.1.
"""

import json
import os

import gdb


def say(command):
    """gdb's answer, or ERR and its complaint."""
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as error:
        return f'ERR {error}\n'


for setting in ['width 0', 'height 0', 'confirm off', 'remotetimeout 500']:
    gdb.execute(f'set {setting}')
for setting in ['quit yes', 'corefile no']:
    gdb.execute(f'maint set internal-error {setting}')
say('disable pretty-printer')
with open(os.environ['GDB_COMMANDS'], encoding='utf-8') as commands:
    questions = json.load(commands)
with open(os.environ['GDB_ANSWERS'], 'w', encoding='utf-8', errors='surrogateescape') as answers:
    for question in questions:
        answers.write(json.dumps(say(question)) + '\n')
        answers.flush()
