fpga/ta_uart_pkg.sv
fpga/ta_crc32.sv
fpga/ta_uart_rx.sv
fpga/ta_uart_tx.sv
fpga/ta_frame_rx.sv
fpga/ta_frame_tx.sv
fpga/ta_command.sv
fpga/ta_fpga_top.sv
