# SPDX-License-Identifier: MIT
#
# ta_add_fpga(BUILD DIVISOR PAUSE): object library ta_fpga_<BUILD>_<DIVISOR>, the simulated
# ta_fpga_top of a build at DIVISOR clocks a bit; its functions are in the table
# ta_fpga_ops_<BUILD>_<DIVISOR> (sim/fpga.h).
file(STRINGS ${PROJECT_SOURCE_DIR}/fpga/ta_fpga.f TA_FPGA_RTL)
list(TRANSFORM TA_FPGA_RTL PREPEND ${PROJECT_SOURCE_DIR}/)
set(TA_FPGA_RTL ${TA_FPGA_RTL} PARENT_SCOPE)

function(ta_add_fpga build divisor pause)
  set(name ta_fpga_${build}_${divisor})
  ta_build_sizes(${build})
  ta_verilate(TARGET ${name}_v TOP ta_fpga_top PREFIX V${name}
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/lint.vlt ${TA_RTL} ${TA_FPGA_RTL}
    PARAMS ${params} -GDivisor=${divisor} -GPauseBits=${pause}
    FLAGS -O3 --x-assign unique --x-initial unique)
  add_library(${name} STATIC ${PROJECT_SOURCE_DIR}/sim/fpga.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE TA_MODEL=V${name} TA_OPS=ta_fpga_ops_${build}_${divisor}
    TA_BUILD_NAME=${build} TA_DIVISOR=${divisor})
  target_link_libraries(${name} PUBLIC ${name}_v)
endfunction()

add_library(ta_line STATIC ${PROJECT_SOURCE_DIR}/sim/line.c)
target_include_directories(ta_line PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(ta_line PRIVATE ta_warnings)

# 16 clocks a bit: what the tests run at.
ta_add_fpga(tiny 16 10)
ta_add_fpga(x8 16 10)
# 150 MHz and 1 Mbaud; built when asked for.
ta_add_fpga(tiny 150 16)
set_target_properties(ta_fpga_tiny_150 ta_fpga_tiny_150_v PROPERTIES EXCLUDE_FROM_ALL ON)

add_executable(uart_bridge ${PROJECT_SOURCE_DIR}/sim/uart_bridge.c)
target_compile_definitions(uart_bridge PRIVATE _GNU_SOURCE
  "TA_FPGA_MODELS=TA_FPGA_MODEL(ta_fpga_ops_tiny_16)")
target_link_libraries(uart_bridge PRIVATE ta_warnings ta_line ta_fpga_tiny_16)
