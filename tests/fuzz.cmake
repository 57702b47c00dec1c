# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/fuzz_X.c are libFuzzer programs, found by name, in the `fuzz` preset only; the target `fuzzers` builds them all.
# The seeds of fuzz_X are tests/corpus/X and what tests/cli_reject.sh and tests/cli_schedules.sh refuse;
# tests/corpus/X.dict are its words. tools/fuzz.sh runs them for a given time.
add_custom_target(fuzzers)
file(GLOB fuzz_sources CONFIGURE_DEPENDS fuzz_*.c)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE rmr_experiments rmr_language rmr_sim rmr_results_analysis)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endforeach()
