# Variables of the functions around a nested one, each of the right one of several stack frames of it.
# registers rbp rsp rip
# print total
# print &total
# in note by
# in note here
# in note &here
# in note at
# in note seen
# in note &seen
# in note total
# in note weight
# in note depth
# in note turn
# in note walks
# in note &walks
# in note seen + here * by
# in note sizeof(seen)
# in note unused
# in note ::total
# in note nothing
# in visit here
# in visit seen
# in visit weight
# in visit total
# in each count
# in each seen
# in walk seen
# in walk weight

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace nested.c:26
actions
collect $regs, total, walks
collect *(unsigned char *) ($rsp - 64)@900
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
