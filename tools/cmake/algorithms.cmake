# SPDX-License-Identifier: GPL-3.0-or-later
#
# The algorithms that are built in: algos/*.alg, each with its variants, compiled to C by rmr-alg, a tool of the build.
# Adding a file is enough. RMR_COMPILED: the files in C; RMR_TEXT_NAMES: the names, for the registry.
add_executable(rmr-alg language/alg_main.c)
target_link_libraries(rmr-alg PRIVATE rmr_language)

set(RMR_COMPILED "")
set(RMR_TEXT_NAMES "")
file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/algos/*.alg)
file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/algos/parts/*.alg)
foreach(text IN LISTS texts)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${text})
  file(STRINGS ${text} heads REGEX "^(algorithm|variant) +[a-z0-9_]+")
  foreach(head IN LISTS heads)
    string(REGEX REPLACE "^[a-z]+ +([a-z0-9_]+).*" "\\1" name "${head}")
    set(compiled ${PROJECT_BINARY_DIR}/generated/algos/${name}.c)
    add_custom_command(OUTPUT ${compiled} COMMAND rmr-alg ${text} ${name} ${compiled} DEPENDS ${text} ${parts} rmr-alg
                       COMMENT "Compiling ${name}" VERBATIM)
    list(APPEND RMR_COMPILED ${compiled})
    list(APPEND RMR_TEXT_NAMES ${name})
  endforeach()
endforeach()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/algos)
# Overflow wraps, as in the language; comprehensions are GNU's statement expressions.
set(RMR_GENERATED -fwrapv -Wno-pedantic -Wno-unused-function -Wno-unused-label -Wno-unused-variable
                  -Wno-tautological-compare)
# Their step functions are called once for each local state, or have a loop of their own (loops.cmake): -O3 would take
# ten times as long for the largest, and give nothing.
set_source_files_properties(${RMR_COMPILED} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O2>;${RMR_GENERATED}")
