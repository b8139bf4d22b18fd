# One tracepoint, several locations: an inlined function (3), a template (2); and objects.
# frames 0-23
# print *this
# print this
# print this->kind
# print this->label
# print this->number
# print edge
# print label
# print made
# print store::Box::made
# print result
# print a
# print b
# print n
# print twice
# print thing
# print &thing
# print extra
# print base
# print total
# print i
# print store::Kind::large

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./boxes
break main
continue
delete 1

trace scaled
actions
collect $regs, $args, $locals
end
trace boxes.cc:60
actions
collect $regs, $args, $locals
collect a, b
collect *(unsigned char *) $rsp@160
end
trace boxes.cc:25
actions
collect $regs, $args, $locals
collect *this, store::Box::made
end
trace boxes.cc:72
actions
collect $regs, $args, $locals
collect extra, thing
collect *(unsigned char *) $rsp@256
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave boxes.locations.tf
kill
quit
