# SPDX-License-Identifier: GPL-3.0-or-later
#
# The step loops that are made for one algorithm (sim/loop.h): one for each algorithm that is a text, and their table.
# RMR_LOOPS: the files in C.
set(RMR_LOOPS "")
set(looped ${RMR_TEXT_NAMES})
if(RMR_MUTABLE OR RMR_SANITIZE OR RMR_TSAN OR RMR_FUZZ) # they differ in nothing but the text, and take long to compile
  set(looped bakery glb fischer philosophers)
endif()
set(declared "")
set(rows "")
foreach(name IN LISTS looped)
  set(loop ${PROJECT_BINARY_DIR}/generated/loops/${name}.c)
  file(CONFIGURE OUTPUT ${loop} CONTENT
       "/* Made by tools/cmake/loops.cmake. */
#include \"sim/loop.h\"

#include \"generated/algos/${name}.c\"

RMR_LOOP(${name}, RMR_KEEPS_)
" @ONLY)
  set_source_files_properties(${loop} PROPERTIES OBJECT_DEPENDS ${PROJECT_BINARY_DIR}/generated/algos/${name}.c)
  list(APPEND RMR_LOOPS ${loop})
  string(APPEND declared "extern loop_fn loop_${name};\nextern const struct rmr_algorithm rmr_algorithm_${name};\n")
  string(APPEND rows "  {&rmr_algorithm_${name}, loop_${name}},\n")
endforeach()
# A hundred copies of the same loop: what is larger is not faster.
set_source_files_properties(${RMR_LOOPS} PROPERTIES COMPILE_OPTIONS "-O2;${RMR_GENERATED}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/rmr_loops.c CONTENT
     "/* Made by tools/cmake/loops.cmake. */
#include \"sim/loops.h\"

${declared}
const struct loop_of rmr_loops[] = {
${rows}  {NULL, NULL},
};
" @ONLY)
list(APPEND RMR_LOOPS ${PROJECT_BINARY_DIR}/generated/rmr_loops.c)
