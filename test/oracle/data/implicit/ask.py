"""Writes what gdb says of the opened trace to PROGRAM.txt: each question that has an answer, after its frame."""

import os

import gdb

questions = ['info args', 'info locals', 'print where', 'print *where', 'print where[0]', 'print where[0].high', 'print where->low', 'print where->high',
             'print bystep', 'print *bystep', 'print *bystep + 1', 'print bystep[0]', 'print twice[0][0]', 'print twice', 'print *twice', 'print **twice', 'print span', 'print step',
             'print p', 'print p + 1', 'print 2 + where', 'print where - 1', 'print *p', 'print p->high', 'print q', 'print *q', 'print &where->high', 'print *&where->high',
             'print used', 'print unused', 'print fixed', 'print local', 'print unused + fixed']


def say(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as error:
        return f'ERR {error}\n'


gdb.execute('set width 0')
program = os.path.basename(gdb.current_progspace().filename)
with open(f'{program}.txt', 'w', encoding='utf-8') as answers:
    for number in range(3):
        say(f'tfind {number}')
        for level in range(2):
            say(f'frame {level}')
            answers.write(f'=== {number} {level}\n')
            for question in questions:
                answer = say(question)
                if 'No symbol' not in answer:
                    answers.write(f'--- {question}\n{answer}')
