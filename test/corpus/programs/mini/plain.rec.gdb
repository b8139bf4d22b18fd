# Symbols from .gnu_debugdata.
# registers rbp rsp rip
# print work
# print &work
# print helper
# print $pc
# print missing

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace helper
actions
collect $regs
collect *(unsigned char *) ($rsp - 64)@900
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
