# Saved while the run still goes on.
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

trace meter.c:61
actions
collect $regs, $args, $locals
end
trace meter.c:78
actions
collect place
end
break meter.c:81
break check if i == 5
tstart
continue

tstatus
info tracepoints
tsave meter.running.tf
kill
quit
