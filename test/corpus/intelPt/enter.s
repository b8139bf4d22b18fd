# VM entries, each on a page of its own: erratum SKD022.
        .globl  _start
_start: nop
        jmp     launch
        .p2align 12
launch: vmlaunch
        nop
        jmp     resume
        .p2align 12
resume: vmresume
        nop
        nop
        ret
