# A constructor of a class with a virtual base: two locations. (gdb 13.1 dies when it prints such an object in a trace frame.)
# print n
# print this
# print total
# print i

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./boxes
break main
continue
delete 1

trace boxes.cc:48
actions
collect $regs, $args
collect *(unsigned char *) $rsp@128
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave boxes.constructor.tf
kill
quit
