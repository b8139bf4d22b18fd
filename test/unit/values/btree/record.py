"""Records trees.tf at the end of fill(): sourced by gdb, see record.sh."""

import re
import tempfile

import gdb


def run(*commands):
    for command in commands:
        gdb.execute(command)


run('set pagination off', 'target remote | gdbserver --once - ./trees', 'break probe', 'continue')
probe = int(gdb.parse_and_eval('$pc'))
bottom = int(gdb.parse_and_eval('$rsp')) - 64
run('up')
back = int(gdb.parse_and_eval('$pc'))
nodes = [int(found, 16) for name in ['names.root', 'many.root', 'letters.map.root']
         for found in re.findall(r'0x[0-9a-f]{6,}', gdb.execute(f'print {name}', to_string=True))]
run('frame 0')
following = gdb.selected_frame().architecture().disassemble(probe, count=2)[1]['addr']
first, last = min(nodes) - 256, max(nodes) + 8192
actions = ['collect $regs', f'collect *(unsigned char *) {bottom}@1600', f'collect *(unsigned char *) {first}@{last - first}']
with tempfile.NamedTemporaryFile('w', suffix='.gdb') as script:
    script.write('\n'.join(['set language c', 'delete', f'trace *{following}', 'actions', *actions, 'end', '']))
    script.flush()
    run(f'source {script.name}')
run(f'break *{back}', 'tstart', 'continue', 'tstop', 'tsave trees.tf', 'kill')
