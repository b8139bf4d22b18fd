set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./lengths
break main
continue
delete 1
trace *measured
actions
collect $regs, far, turn, price
collect *(char *) $rsp@16
end
trace lengths.c:30
actions
collect $regs, far, turn, price
collect *(char *) $rsp@400
end
trace lengths.c:33
actions
collect $regs, far, turn, price
collect *(char *) $rsp@400
end
break exit
tstart
continue

tstop
tsave lengths.tf
kill
quit
