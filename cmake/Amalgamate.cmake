# SPDX-License-Identifier: MIT
#
# cmake -DDIR=... -DOUTPUT=... -P Amalgamate.cmake: OUTPUT includes every .cpp of DIR; with
# -DPART=slow those that run once, with -DPART=fast the others.
# -DLAST=...: a line at the end.
file(GLOB files RELATIVE ${DIR} ${DIR}/*.cpp)
list(SORT files)
if(PART STREQUAL "slow")
  list(FILTER files INCLUDE REGEX "__Slow.cpp$")
elseif(PART STREQUAL "fast")
  list(FILTER files EXCLUDE REGEX "__Slow.cpp$")
endif()
set(text "")
foreach(file ${files})
  string(APPEND text "#include \"${file}\"\n")
endforeach()
if(LAST)
  string(APPEND text "${LAST}\n")
endif()
file(WRITE ${OUTPUT} "${text}")
