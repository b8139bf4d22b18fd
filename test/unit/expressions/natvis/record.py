"""Records containers.tf at the end of fill(): sourced by gdb, see record.sh."""

import tempfile

import gdb


def run(*commands):
    for command in commands:
        gdb.execute(command)


run('set pagination off', 'target remote | gdbserver --once - ./containers', 'break probe', 'continue', 'up')
heap = int(gdb.parse_and_eval('(unsigned long) text._M_dataplus._M_p'))
top = int(gdb.parse_and_eval('$rbp')) + 16
run('up')
back = int(gdb.parse_and_eval('$pc'))
run('frame 0')
bottom = int(gdb.parse_and_eval('$rsp')) - 64
# The function stops after its prologue; the next instruction is that of `sink = n`.
following = gdb.selected_frame().architecture().disassemble(int(gdb.parse_and_eval('$pc')), count=2)[1]['addr']
actions = ['collect $regs', f'collect *(unsigned char *) {bottom}@{top - bottom}',
           f'collect *(unsigned char *) {heap - 256}@8192']
with tempfile.NamedTemporaryFile('w', suffix='.gdb') as script:
    script.write('\n'.join(['delete', f'trace *{following}', 'actions', *actions, 'end', '']))
    script.flush()
    run(f'source {script.name}')
run(f'break *{back}', 'tstart', 'continue', 'tstop', 'tsave containers.tf', 'kill')
