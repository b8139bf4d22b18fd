# D's values.
# registers rbp rsp rip
# print visits
# print garden.visits
# print motto
# print &visits
# in _D6garden6arraysFKiJbZi numbers
# in _D6garden6arraysFKiJbZi numbers.length
# in _D6garden6arraysFKiJbZi fixed
# in _D6garden6arraysFKiJbZi fixed[1]
# in _D6garden6arraysFKiJbZi numbers[1]
# in _D6garden6arraysFKiJbZi numbers.ptr[1]
# in _D6garden6arraysFKiJbZi grid[2][1]
# in _D6garden6arraysFKiJbZi none
# in _D6garden6arraysFKiJbZi word
# in _D6garden6arraysFKiJbZi word.length
# in _D6garden6arraysFKiJbZi letter
# in _D6garden6arraysFKiJbZi total + 1
# in _D6garden6arraysFKiJbZi found
# in _D6garden6arraysFKiJbZi cast(byte) 300
# in _D6garden6arraysFKiJbZi 2 ^^ 3
# in _D6garden6arraysFKiJbZi true
# in _D6garden6arraysFKiJbZi "text"
# in _D6garden6arraysFKiJbZi sizeof(int)
# in _D6garden6arraysFKiJbZi int.sizeof
# in _D6garden6arraysFKiJbZi words
# in _D6garden6arraysFKiJbZi missing
# in _D6garden6arraysFKiJbZi null
# in _D6garden6arraysFKiJbZi buffer
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl *plant
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl plant.kind
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl plant.height + 1
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl *tree
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl tree.rings
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl tree.label
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl *where
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl where.name
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl here
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl here.bits
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl grower
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl twice
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl big
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl small
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl yes
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl nothing
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl raw
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl &here
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl -small
# in _D6garden7objectsFCQr5PlantPSQBb5PlaceLiZl !yes
# in _D6garden5Plant4growMFiZi this
# in _D6garden5Plant4growMFiZi *this
# in _D6garden5Plant4growMFiZi height
# in _D6garden5Plant4growMFiZi this.height
# in _D6garden__T7largestTiZQlFNbNiAxiZi values
# in _D6garden__T7largestTiZQlFNbNiAxiZi value
# in _D6garden__T7largestTiZQlFNbNiAxiZi index
# in _D6garden__T7largestTiZQlFNbNiAxiZi most

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break _Dmain
continue
delete 1

trace garden.d:33
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *this
end
trace garden.d:52
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *values.ptr@3
end
trace garden.d:75
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *numbers.ptr@5
collect *words.ptr@2
collect *buffer.ptr@4
collect *halves.ptr@2
end
trace garden.d:93
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *plant
collect *tree
collect *all.ptr@2
collect *(unsigned char *) tree.around.ptr@8
collect (int) _D6garden6visitsi
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
