# One run, saved in both formats: a condition, while-stepping, a trace state variable, a pass count, two tracepoints
# without registers, a disabled one, notes. The program is ../extra/x86_64/meter, and gdb runs in this folder.

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ../extra/x86_64/meter
break main
continue
delete 1

tvariable $sums = -2
trace meter.c:45 if depth == 2
actions
collect $regs, $args
collect *reading
teval $sums = $sums + depth
collect $sums
end
trace isOver
actions
collect energy, place
while-stepping 2
collect $args
end
end
passcount 4 3
trace meter.c:59
actions
collect averages
end
trace check
disable 5
break exit
set trace-user someone
set trace-notes two formats
tstart
continue

tstatus
info tracepoints
tsave meter.tf
tsave -ctf meter.ctf
kill
quit
