# Rust's values.
# registers rbp rsp rip
# print rusty::GREETING
# print GREETING
# print rusty::COUNT
# print COUNT + 1
# in rusty::scalars 1 + 2
# in rusty::scalars true && false
# in rusty::scalars 5 as u8
# in rusty::scalars 2.5
# in rusty::scalars "text"
# in rusty::scalars sizeof(u64)
# in rusty::scalars missing
# in rusty::scalars a
# in rusty::scalars b + 1
# in rusty::scalars -c
# in rusty::scalars c
# in rusty::scalars !yes
# in rusty::scalars yes
# in rusty::scalars letter
# in rusty::scalars big
# in rusty::scalars small as i8
# in rusty::scalars small as u32 + 1
# in rusty::scalars size
# in rusty::scalars unit
# in rusty::scalars tuple
# in rusty::scalars tuple.0
# in rusty::scalars tuple.2
# in rusty::scalars text
# in rusty::scalars text.length
# in rusty::scalars *pointer
# in rusty::scalars pointer
# in rusty::scalars function
# in rusty::scalars &small
# in rusty::enums shape
# in rusty::enums *shape
# in rusty::enums plain
# in rusty::enums nothing
# in rusty::enums circle
# in rusty::enums circle.0
# in rusty::enums square
# in rusty::enums square.side
# in rusty::enums square.name
# in rusty::enums some
# in rusty::enums some.0
# in rusty::enums none
# in rusty::enums reference
# in rusty::enums present
# in rusty::enums result
# in rusty::enums failed
# in rusty::enums first
# in rusty::collections numbers
# in rusty::collections numbers[1]
# in rusty::collections numbers.length
# in rusty::collections words
# in rusty::collections words.len
# in rusty::collections array
# in rusty::collections array[1]
# in rusty::collections array[1][2]
# in rusty::collections point
# in rusty::collections point.x
# in rusty::collections point.y + 1
# in rusty::collections &point
# in rusty::collections points
# in rusty::collections unit
# in rusty::collections wrapper
# in rusty::collections wrapper.0
# in rusty::collections owned
# in rusty::collections owned.vec
# in rusty::collections owned.vec.len
# in rusty::collections boxed
# in rusty::collections *boxed
# in rusty::collections counted
# in rusty::collections part
# in rusty::collections ages
# in rusty::collections speaker
# in rusty::collections either
# in rusty::collections either.real
# in rusty::collections add
# in rusty::collections spoken

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i LD_LIBRARY_PATH=. -- - ./%s", $program
break main
continue
delete 1

trace rusty.rs:56
actions
collect $regs, 'rusty::COUNT'
collect *((unsigned char *) $rsp - 128)@1500
end
trace rusty.rs:72
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace rusty.rs:95
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *((unsigned char *) boxed - 256)@800
end
trace rusty.rs:38
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
