formal/any_memory.sv
