# Classes of the C++ library that hold a value or stand for one.
# levels 2
# in look list
# in hold none
# in hold number
# in hold all
# in hold flags
# in hold ready
# in hold name
# in hold path

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace holders.cc:73
actions
collect $regs, taken
collect *((unsigned char *) $rsp - 128)@1900
collect *((unsigned char *) names._M_impl._M_start - 512)@3000
end
trace look
actions
collect $regs, taken
collect *(unsigned char *) $rsp@256
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
