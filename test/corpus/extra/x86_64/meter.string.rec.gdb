# Strings by collect/s. gdb 13.1 cannot upload such a tracepoint from a file again.
# print i
# print *reading
# print depth
# print energy
# x readings
# print name
# print owner
# print title
# print place
# print argv[0]
# frames 0-5

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
collect/s owner
collect/s4 &place[0]
collect i
end
trace meter.c:78
actions
collect $regs
collect/s owner, title
collect/s argv[0]
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave meter.string.tf
kill
quit
