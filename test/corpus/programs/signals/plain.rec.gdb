# From a signal handler to what it interrupted; recursion through a pointer; arrays whose length is known when run.
# registers rbx rbp rsp rip r12
# print handled
# print sink
# print $sp
# print $rsp
# print $fp
# print $pc
# in handler before
# in handler number
# in interrupted text
# in interrupted pid
# in interrupted number
# in call number
# in call result
# in call r10
# in leaf *seen
# in leaf depth
# in branch next
# in branch *next
# in branch depth
# in branch (int *) data
# in branch *(int *) data
# in stacked sizes
# in stacked sizeof(sizes)
# in stacked cube
# in stacked cube[1]
# in stacked cube[1][extra - 1]
# in stacked &cube[1]
# in stacked sizeof(cube)
# in stacked copy
# in stacked *copy@length
# in stacked sizes[1] + extra
# in main action
# in main action.handler
# in main seen
# in main result

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

handle SIGUSR1 nostop noprint pass
trace signals.c:58
actions
collect $regs, handled
collect *((unsigned char *) $rsp - 128)@4600
end
trace *handler
actions
collect $regs, handled
collect *((unsigned char *) $rsp - 128)@4600
end
trace signals.c:71
actions
collect $regs, sink
collect *((unsigned char *) $rsp - 128)@800
end
trace branch
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@800
end
trace signals.c:90
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@800
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
