# What the library keeps; the heap is collected where the objects point to.
# registers rbp rsp rip
# in strings given
# in strings view
# in strings empty
# in strings small
# in strings big
# in strings escaped
# in strings small._M_string_length
# in strings small.length()
# in sequences numbers
# in sequences points
# in sequences words
# in sequences flags
# in sequences none
# in sequences fixed
# in sequences numbers._M_impl._M_start[1]
# in sequences *numbers._M_impl._M_start@4
# in sequences points._M_impl._M_start->y
# in sequences fixed._M_elems[2]
# in associations ages
# in associations pair
# in associations pair.second
# in associations tuple
# in holders some
# in holders none
# in holders unique
# in holders null
# in holders shared
# in holders second
# in holders weak
# in holders *shared._M_ptr
# in main total

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace containers.cc:19
actions
collect $regs, *((unsigned char *) $rsp - 128)@1400
collect *big._M_dataplus._M_p@41
end
trace containers.cc:28
actions
collect $regs, *((unsigned char *) $rsp - 128)@1400
collect *numbers._M_impl._M_start@4, *points._M_impl._M_start@2, *words._M_impl._M_start@2
collect *(unsigned char *) flags._M_impl._M_start._M_p@8
end
trace containers.cc:35
actions
collect $regs, *((unsigned char *) $rsp - 128)@1400
collect *(unsigned char *) ages._M_t._M_impl._M_header._M_parent@72
collect *(unsigned char *) ages._M_t._M_impl._M_header._M_right@72
end
trace containers.cc:43
actions
collect $regs, *((unsigned char *) $rsp - 128)@1400
collect *shared._M_ptr, *(unsigned char *) shared._M_refcount._M_pi@24
collect *((struct Point **) &unique)[0]
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
