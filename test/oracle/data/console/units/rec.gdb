set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./units
break main
continue
delete 1
trace tick
actions
collect $regs
collect *(char *) $rsp@300
end
trace Parser::Parser
actions
collect $regs
collect *(char *) $rsp@300
end
break exit
tstart
continue

tstop
tsave units.tf
kill
quit
