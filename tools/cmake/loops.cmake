# SPDX-License-Identifier: GPL-3.0-or-later
#
# Loops that are made for one algorithm each: one for each algorithm that is a text, and their table. RMR_LOOPS are the
# files in C of the simulator's (sim/loop.h), RMR_NATIVE_LOOPS those of threads (sim/native/native_loop.h).
set(looped ${RMR_TEXT_NAMES})
if(CMAKE_BUILD_TYPE STREQUAL Debug) # they differ in nothing but the text, and take long to compile
  set(looped bakery glb fischer mcs philosophers)
endif()

# rmr_loops(folder loop table macro prefix out): the files in generated/`folder`, with `macro` of the header `loop`;
# `table` is the header that declares the table `prefix`loops of functions `prefix`loop_NAME. A hundred copies of the
# same loop: `level` of optimisation is the lowest that makes them fast.
function(rmr_loops folder loop table macro prefix level out)
  set(files "")
  set(declared "")
  set(rows "")
  foreach(name IN LISTS looped)
    set(file ${PROJECT_BINARY_DIR}/generated/${folder}/${name}.c)
    file(CONFIGURE OUTPUT ${file} CONTENT
         "/* Made by tools/cmake/loops.cmake. */
#include \"${loop}\"

#include \"generated/algos/${name}.c\"

${macro}(${name})
" @ONLY)
    set_property(SOURCE ${file} PROPERTY OBJECT_DEPENDS ${PROJECT_BINARY_DIR}/generated/algos/${name}.c)
    list(APPEND files ${file})
    string(APPEND declared "extern ${prefix}loop_fn ${prefix}loop_${name};
extern const struct rmr_algorithm rmr_algorithm_${name};\n")
    string(APPEND rows "  {&rmr_algorithm_${name}, ${prefix}loop_${name}},\n")
  endforeach()
  set_property(SOURCE ${files} PROPERTY COMPILE_OPTIONS ${level} ${RMR_GENERATED})
  set(file ${PROJECT_BINARY_DIR}/generated/rmr_${prefix}loops.c)
  file(CONFIGURE OUTPUT ${file} CONTENT
       "/* Made by tools/cmake/loops.cmake. */
#include \"${table}\"

${declared}
const struct ${prefix}loop_of rmr_${prefix}loops[] = {
${rows}  {NULL, NULL},
};
" @ONLY)
  set(${out} ${files} ${file} PARENT_SCOPE)
endfunction()

rmr_loops(loops sim/loop.h sim/loops.h RMR_LOOP "" -O2 RMR_LOOPS)
rmr_loops(native_loops sim/native/native_loop.h sim/native/native_loops.h RMR_NATIVE_LOOP native_ -O1
          RMR_NATIVE_LOOPS)
