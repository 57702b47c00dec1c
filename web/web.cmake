# SPDX-License-Identifier: GPL-3.0-or-later
#
# web.cmake: rmr as WebAssembly, for the playground (tools/web.sh, docs/playground.md): rmr.js and rmr.wasm. Whole
# floors, and of the others the files that the commands in web/web_main.c need. A service that a browser lacks is left
# out with its file; web/ has another in its place. Algorithms are texts that the page brings along, so none is
# compiled.
#
# JANSSON_SOURCE: the folder of jansson's sources, as no library is installed for this compiler.
include(tools/cmake/version.cmake)
include(tools/cmake/assets.cmake)
include(tools/cmake/registry.cmake)
list(FILTER RMR_REGISTRY EXCLUDE REGEX "rmr_algorithms") # none is built in: web/absent.c

file(GLOB sources CONFIGURE_DEPENDS
     base/*.c language/*.c model/*.c model/arbitration/*.c adversary/*.c sim/*.c explore/*.c
     explore/tables/*.c explore/graph/*.c explore/engines/*.c explore/answer/*.c explore/search/*.c
     explore/mutants/*.c explore/fences/*.c prove/*.c web/*.c web/glibc/*.c)
list(FILTER sources EXCLUDE REGEX "_template|/alg_main|/(minimum|path_count)\\.c")
list(FILTER sources EXCLUDE REGEX "/base/(child|program|pages|platform_linux)")
foreach(name IN ITEMS analysis asymptotic_order exact known_metric recognise recurrence terms)
  list(APPEND sources results/analysis/${name}.c)
endforeach()
list(APPEND sources results/formula.c results/metric_name.c)
foreach(name IN ITEMS asking claims cli cmd_check cmd_explore cmd_fences cmd_list cmd_prove cmd_replay cmd_search
        cmd_simulate counted_claims interrupt print_answer print_claims print_derived print_fences print_listing
        print_proof progress_line proof_beside proof_witness replaying system_options table tracing watchdog)
  list(APPEND sources cli/${name}.c)
endforeach()

# The settings that jansson's own configure would find.
set(json_inline inline)
foreach(has IN ITEMS json_have_long_long json_have_localeconv json_have_atomic_builtins json_have_sync_builtins)
  set(${has} 1)
endforeach()
configure_file(${JANSSON_SOURCE}/src/jansson_config.h.in generated/jansson_config.h @ONLY)
file(CONFIGURE OUTPUT generated/jansson_private_config.h CONTENT "")
file(GLOB jansson ${JANSSON_SOURCE}/src/*.c)
set_source_files_properties(${jansson} PROPERTIES COMPILE_OPTIONS "-DHAVE_STDINT_H;-w")

# xxHash is compiled from its header, which is all that is taken from outside of this compiler's own.
configure_file(/usr/include/xxhash.h generated/xxhash.h COPYONLY)

add_executable(rmr ${sources} ${RMR_REGISTRY} ${jansson})
target_include_directories(rmr PRIVATE web/glibc ${JANSSON_SOURCE}/src include . ${PROJECT_BINARY_DIR}/generated)
target_compile_definitions(rmr PRIVATE _GNU_SOURCE RMR_BUILTIN)
target_compile_options(rmr PRIVATE -O2 -Wall -Wextra -Wshadow -include ${PROJECT_SOURCE_DIR}/web/glibc/missing.h)
# A run is an instance of its own, made and thrown away by web/page/worker.js.
target_link_options(rmr PRIVATE -O2 --pre-js ${PROJECT_SOURCE_DIR}/web/terminal.js -sALLOW_MEMORY_GROWTH=1
                    -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB -sEXIT_RUNTIME=1
                    -sMODULARIZE=1 -sEXPORT_NAME=rmr -sENVIRONMENT=worker -sFORCE_FILESYSTEM=1 -sINVOKE_RUN=0
                    "-sEXPORTED_RUNTIME_METHODS=['FS','callMain']")
set_target_properties(rmr PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/web/terminal.js)
