# SPDX-License-Identifier: MIT
#
# cmake -DDIR=... -DOUTPUT=... -P Amalgamate.cmake: OUTPUT includes every .cpp of DIR.
file(GLOB files RELATIVE ${DIR} ${DIR}/*.cpp)
list(SORT files)
set(text "")
foreach(file ${files})
  string(APPEND text "#include \"${file}\"\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
