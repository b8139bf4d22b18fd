# A buffer so small that it is full before the end; blocks that no longer fit are left out before that.
# print i
# print *reading
# print depth
# print energy
# x readings

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

set trace-buffer-size 7700
trace meter.c:61
actions
collect $regs, $args
end
break exit
tstart
continue

tstatus
info tracepoints
tsave meter.full.tf
kill
quit
