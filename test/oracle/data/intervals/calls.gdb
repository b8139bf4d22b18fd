target remote | gdbserver --once - ./calls
break main
continue
delete 1
trace calls.c:9
actions
collect $regs, $locals, $args
end
trace calls.c:16
actions
collect $regs, $locals, $args
end
trace calls.c:24
actions
collect $regs
end
break calls.c:26
tstart
continue
tstop
tsave calls.tf
