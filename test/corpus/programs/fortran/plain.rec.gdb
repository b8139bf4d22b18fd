# Fortran's values.
# registers rbp rsp rip
# print visits
# print harbour::visits
# print grid
# print VISITS
# print &visits
# in harbour::arrays matrix
# in harbour::arrays matrix(1,1)
# in harbour::arrays heights
# in harbour::arrays heights(2)
# in harbour::arrays heights(3) + 1
# in harbour::arrays empty
# in harbour::arrays fixed
# in harbour::arrays fixed(0)
# in harbour::arrays fixed(1:2)
# in harbour::arrays part
# in harbour::arrays part(1)
# in harbour::arrays small
# in harbour::arrays big
# in harbour::arrays local
# in harbour::arrays local(2)
# in harbour::arrays yes
# in harbour::arrays .not. no
# in harbour::arrays yes .and. no
# in harbour::arrays z
# in harbour::arrays w
# in harbour::arrays z + 1
# in harbour::arrays word
# in harbour::arrays word(1:2)
# in harbour::arrays letter
# in harbour::arrays words
# in harbour::arrays words(2)
# in harbour::arrays n * 2
# in harbour::arrays n ** 3
# in harbour::arrays n == 2
# in harbour::arrays n /= 2
# in harbour::arrays kind(n)
# in harbour::arrays sizeof(n)
# in harbour::arrays 1.5
# in harbour::arrays "text"
# in harbour::arrays missing
# in harbour::arrays result
# in harbour::arrays fixed(9)
# in harbour::arrays mod(n,3)
# in harbour::arrays abs(small)
# in harbour::arrays real(n)
# in harbour::arrays &n
# in harbour::arrays ubound(heights)
# in harbour::arrays lbound(heights)
# in harbour::arrays size(heights)
# in harbour::places first
# in harbour::places first%name
# in harbour::places first%berths
# in harbour::places first%next%name
# in harbour::places first%log
# in harbour::places first%log(2)
# in harbour::places first%depth(1)
# in harbour::places other
# in harbour::places other%open
# in harbour::places many
# in harbour::places many(1)%name
# in harbour::places any_place
# in harbour::places call_it
# in harbour::places count
# in harbour::total values
# in harbour::total values(1)
# in harbour::total word
# in harbour::total most
# in harbour::total i
# in harbour::total sum_of
# in harbour::total values(1:2)
# in harbour::total size(values)
# in tides matrix
# in tides home
# in tides home%place
# in tides shared_count
# in tides shared_level

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break MAIN__
continue
delete 1

trace tides.f90:20
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect 'harbour::visits'
end
trace tides.f90:33
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace tides.f90:68
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect 'harbour::grid'
collect **(double **) ($rbp - 192)@3
end
trace tides.f90:86
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace tides.f90:106
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
