# Ada's values.
# registers rbp rsp rip
# print visits
# print ships.visits
# print ships__visits
# print motto
# print &visits
# in ships.arrays count
# in ships.arrays values
# in ships.arrays values(1)
# in ships.arrays word
# in ships.arrays word(1)
# in ships.arrays local
# in ships.arrays local(2)
# in ships.arrays fixed
# in ships.arrays table
# in ships.arrays table(1,tue)
# in ships.arrays bits
# in ships.arrays bits(3)
# in ships.arrays held
# in ships.arrays held.all
# in ships.arrays held(2)
# in ships.arrays none
# in ships.arrays letter
# in ships.arrays wide
# in ships.arrays part
# in ships.arrays low
# in ships.arrays cost
# in ships.arrays exact
# in ships.arrays day
# in ships.arrays what
# in ships.arrays yes
# in ships.arrays big
# in ships.arrays text
# in ships.arrays local'first
# in ships.arrays local'last
# in ships.arrays local'length
# in ships.arrays day'pos
# in ships.arrays kind'pos(what)
# in ships.arrays days'val(2)
# in ships.arrays fixed(1 .. 2)
# in ships.arrays count + 1
# in ships.arrays count = 4
# in ships.arrays count /= 4
# in ships.arrays not yes
# in ships.arrays yes and then false
# in ships.arrays "text"
# in ships.arrays 'a'
# in ships.arrays 16#ff#
# in ships.arrays 2 ** 3
# in ships.arrays 7 mod 4
# in ships.arrays -7 rem 4
# in ships.arrays abs(-3)
# in ships.arrays missing
# in ships.arrays count'address
# in ships.arrays sizeof(count)
# in ships.arrays integer(part)
# in ships.records first
# in ships.records first.age
# in ships.records held
# in ships.records held.weight
# in ships.records held.of_kind
# in ships.records other
# in ships.records other.name
# in ships.records other.seats
# in ships.records text
# in ships.records text.text
# in ships.records text.length
# in ships.records swift
# in ships.records swift.age
# in ships.records swift.extra
# in ships.records both
# in ships.records both(1)
# in ships.records both(1).power
# in ships.records total
# in ships.arrays.inner by
# in ships.arrays.inner seen
# in ships.arrays.inner count
# in ships.arrays.inner local
# in ships.arrays.inner local(2)
# in ships.arrays.inner word
# in ships.speed self
# in ships.speed self.age
# in ships.speed by

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break fleet
continue
delete 1

trace ships.adb:5
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect ships__visits
end
trace ships.adb:10
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace ships.adb:42
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace ships.adb:46
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *(unsigned char *) held.P_ARRAY@16
collect *(unsigned char *) held.P_BOUNDS@8
end
trace ships.adb:59
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
