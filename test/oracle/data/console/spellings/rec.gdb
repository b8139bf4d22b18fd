set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./spellings
break main
continue
delete 1
trace followed
actions
collect $regs
collect *(char *) $rsp@300
end
trace *followed
actions
collect $regs
collect *(char *) $rsp@16
end
trace visited
actions
collect $regs
collect *(char *) $rsp@300
end
trace main.cc:24
actions
collect $regs
collect *(char *) $rsp@300
end
trace pick
actions
collect $regs, 'main.cc'::caller
collect *(char *) $rsp@300
end
trace Shape::corners
actions
collect $regs, 'main.cc'::caller
collect *(char *) $rsp@300
end
break exit
tstart
continue

tstop
tsave spellings.tf
kill
quit
