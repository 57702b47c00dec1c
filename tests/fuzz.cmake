# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/fuzz_X.c are programs for libFuzzer, found by name. The seeds of fuzz_X are tests/corpus/X and what
# tests/cli_reject.sh and tests/cli_schedules.sh refuse; tests/corpus/X.dict are its words.
#
# In the `fuzz` preset the target `fuzzers` builds them all, and tools/fuzz.sh runs them for a given time. In every
# other preset seeds_X is a test, which runs fuzz_X on its seeds alone.
add_custom_target(fuzzers)
file(GLOB fuzz_sources CONFIGURE_DEPENDS fuzz_*.c)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  if(RMR_FUZZ)
    add_executable(${name} ${source})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE rmr_experiments rmr_language rmr_sim rmr_results_analysis)
    add_dependencies(fuzzers ${name})
    continue()
  endif()
  string(REPLACE fuzz_ "" subject ${name})
  set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${subject})
  if(subject STREQUAL "config")
    string(APPEND seeds ":${CMAKE_CURRENT_SOURCE_DIR}/reject")
  elseif(subject STREQUAL "schedule")
    string(APPEND seeds ":${CMAKE_CURRENT_SOURCE_DIR}/reject_schedules")
  endif()
  add_executable(seeds_${subject} seeds.c ${source})
  target_compile_definitions(seeds_${subject} PRIVATE SEEDS="${seeds}")
  target_link_libraries(seeds_${subject} PRIVATE rmr_house)
  add_test(NAME seeds_${subject} COMMAND seeds_${subject})
  set_tests_properties(seeds_${subject} PROPERTIES LABELS fast TIMEOUT 1800)
endforeach()
