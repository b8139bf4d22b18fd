# A division by zero in the condition of a fast tracepoint: the run ends by an error. (gdbserver forgets those of others.)
# print i
# print *reading
# print depth
# print energy
# x readings

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i LD_PRELOAD=/usr/lib/libinproctrace.so -- - ./meter
break main
continue
delete 1

trace meter.c:61
actions
collect $regs, $args
end
ftrace meter.c:53 if 100 / (i - 4) != 7
actions
collect i
end
break exit
tstart
continue

tstatus
info tracepoints
tsave meter.error.tf
kill
quit
