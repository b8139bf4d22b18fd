# Every frame with its registers, as the manual of gdb has it ("tfind").
set pagination off
set confirm off
set width 0
set height 0

tfind start
while ($trace_frame != -1)
  printf "Frame %d, PC = %08X, SP = %08X, FP = %08X\n", \
          $trace_frame, $pc, $sp, $fp
  tfind
end
printf "at %d\n", $trace_frame
