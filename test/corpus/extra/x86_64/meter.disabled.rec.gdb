# A disabled tracepoint, one that is never reached, one without a location line; a user, notes and a stop note.
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
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

tvariable $never = -9223372036854775807
trace meter.c:61
actions
collect $args, energy
collect averages[1][2]
end
trace meter.c:77
actions
collect $regs
end
disable 3
trace meter.c:71 if i > 100
actions
collect $regs, $never
end
trace *check
actions
collect $regs
end
break exit
set trace-user Zoë; of: lab 2
set trace-notes cellar; second try: 50%
tstart
continue

tstop done; at last: ✓
tstatus
info tracepoints
tsave meter.disabled.tf
kill
quit
