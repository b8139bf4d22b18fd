# A fast tracepoint: a jump into the in-process agent instead of a trap; and a plain one.
# print i
# print *reading
# print depth
# print energy
# x readings
# frames 0-5

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i LD_PRELOAD=/usr/lib/libinproctrace.so -- - ./meter
break main
continue
delete 1

ftrace meter.c:53
actions
collect $regs, $args
collect energy
end
trace meter.c:78
actions
collect $regs, total
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave meter.fast.tf
kill
quit
