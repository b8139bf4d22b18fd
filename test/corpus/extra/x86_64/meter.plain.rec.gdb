# Values of every kind; a block that shadows; a call stack of four; stopped by the pass count of tracepoint 4.
# print i
# print reading
# print *reading
# print reading->level
# print reading->offset
# print readings
# print averages
# print averages[1]
# print title
# print place
# print owner
# print energy
# print limit
# print missing
# print result
# print check::checked
# print name
# print k
# print depth
# print total
# print $eax
# print $al
# print &readings[2]
# x readings
# x &energy

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

tvariable $sums = -2
trace meter.c:59
actions
collect $regs, $args, $locals
collect averages, check::checked
end
trace meter.c:45 if depth == 2
actions
collect $regs, $args
collect *reading, reading->before->unit
collect *(unsigned char *) $rsp@320
teval $sums = $sums + depth
collect $sums
end
trace isOver
actions
collect $regs
collect *reading, energy, place, owner, title
end
passcount 8 4
break exit
tstart
continue

tstatus
info tracepoints
tsave meter.plain.tf
kill
quit
