"""What gdb compiles expressions to, and how it lists that: expressions.json. In test/corpus/extra/x86_64:

    gdb -q -nx -batch -x ../../../oracle/data/agentExpressions/record.py ./meter

Each expression becomes the condition, or an action, of a tracepoint at `check`; gdb sends its bytes to gdbserver in a
QTDP packet, and lists it with `maint agent-eval` or `maint agent`.
"""

import json
import os
import re
import tempfile

import gdb

folder = tempfile.mkdtemp()
log = os.path.join(folder, 'packets')
here = os.path.dirname(os.path.abspath(__file__))
place = 'check'

conditions = '''
i
i + 1
i - 300
i * 70000
i / 3
i % 3
i == 3
i != 3
i < 3
i <= 3
i > 3
i >= 3
!i
~i
-i
i << 2
i >> 2
i & 0xff
i | 0x100
i ^ i
i && checked
i || checked
i && checked > 1 && reading
i == 1 || i == 2 || i > 7
i > 2 && i < 5 || checked == 110
i ? checked : i + 1
i > 3 ? 1 : i < 2 ? 2 : 3
energy
energy + 1
energy > 0x123456789abc
(unsigned char) i
(short) i
(unsigned long) i
(unsigned) i < 3
(unsigned) i / 3
(unsigned) i % 3
(unsigned) i >> 1
(unsigned long) energy > 5
reading->unit
reading->unit == 4
reading->channel
reading->offset
reading->over
reading->level.raw
reading->before == 0
reading->before->unit
place[2]
place[i]
*owner
owner[i + 1]
&place[3] == owner
sink
readings[1].unit
readings[i].level.raw
history[69999]
sizeof (int)
$hits
$hits + 1
$hits = $hits + 1
$hits == 3 && i
$rip == 0x401317
$rsp & 15
$eflags & 1
'''
collected = '''
i
energy
place
owner
*owner
reading
*reading
reading->unit
reading->before
*reading->before
readings[2]
readings[i]
averages[1]
place[1]@4
*owner@7
*(unsigned char *) $rsp@128
history
scale
name
$rax
$hits
'''


def packets_since(position):
    with open(log, encoding='latin1') as packets:
        packets.seek(position)
        return packets.read()


def define(lines):
    """Sources lines as a person types them, starts a run, and returns the packets that defined it."""
    script = os.path.join(folder, 'script.gdb')
    with open(script, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')
    gdb.execute('delete tracepoints', to_string=True)
    gdb.execute(f'source {script}', to_string=True)
    position = os.path.getsize(log)
    gdb.execute('tstart', to_string=True)
    gdb.execute('tstop', to_string=True)
    return packets_since(position)


def listing(command, expression):
    """gdb's lines for the tracepoint's address."""
    said = gdb.execute(f'{command} -at {place}, {expression}', to_string=True)
    _, first, *_ = said.split('Scope:')
    return [line for line in first.split('\n')[1:] if re.match(r' *\d+  ', line)]


def recorded(form, expression):
    if form == 'condition':
        packets = define([f'trace {place} if {expression}'])
        found = re.findall(r'QTDP:\w+:\w+:E:0:0:X\w+,(\w+)', packets)
        lines = listing('maint agent-eval', expression)
    else:
        packets = define([f'trace {place}', 'actions', f'collect {expression}', 'end'])
        found = re.findall(r'X[0-9A-F]{8},(\w+)', packets)
        lines = listing('maint agent', expression)
    return {'form': form, 'expression': expression, 'bytecodes': found, 'listing': lines}


for setting in ['pagination off', 'confirm off', 'sysroot /', f'remotelogfile {log}']:
    gdb.execute(f'set {setting}')
gdb.execute('target remote | gdbserver --once - ./meter', to_string=True)
for command in ['break main', 'continue', 'tvariable $hits = 1']:
    gdb.execute(command, to_string=True)
results = []
for form, expressions in [('condition', conditions), ('collect', collected)]:
    for expression in expressions.strip().split('\n'):
        try:
            results.append(recorded(form, expression))
        except gdb.error as error:
            print(f'{form} {expression}: {error}')
with open(os.path.join(here, 'expressions.json'), 'w', encoding='utf-8') as file:
    file.write('[\n' + ',\n'.join(json.dumps(result) for result in results) + '\n]\n')
gdb.execute('kill')
