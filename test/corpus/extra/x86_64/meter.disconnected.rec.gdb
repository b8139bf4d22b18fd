# gdb went away during the run, which stopped it; it came back for the frames.
# print i
# print *reading
# print depth
# print energy
# x readings

set pagination off
set confirm off
set width 0
set sysroot /
shell gdbserver --wrapper env -i -- localhost:2159 ./meter > /dev/null 2>&1 &
shell sleep 1
target remote localhost:2159
break main
continue
delete 1

set disconnected-tracing off
trace meter.c:61
actions
collect $regs, $args
end
break check if i == 4
tstart
continue
disconnect
target remote localhost:2159

tstatus
info tracepoints
tsave meter.disconnected.tf
kill
quit
