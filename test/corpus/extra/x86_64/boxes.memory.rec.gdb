# The same locations without registers: where the program stood is in no frame.
# frames 0-7
# print store::Box::made
# print result
# print &store::Box::made

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./boxes
break main
continue
delete 1

trace boxes.cc:60
actions
collect store::Box::made
end
trace boxes.cc:72
actions
collect store::Box::made
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave boxes.memory.tf
kill
quit
