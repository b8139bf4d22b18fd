# Two files of one name, a function of one name in each, and one that is inlined from a header.
# registers rsp rip
# print calls
# in helper x
# in first x
# in second x

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace util.c:4
actions
collect $regs, calls
collect *(unsigned char *) ($rsp - 64)@300
end
trace first
actions
collect $regs, calls
collect *(unsigned char *) ($rsp - 64)@300
end
trace shared.h:5
actions
collect $regs, calls
collect *(unsigned char *) ($rsp - 64)@300
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
