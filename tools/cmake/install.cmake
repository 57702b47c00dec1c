# SPDX-License-Identifier: GPL-3.0-or-later
#
# The files that `cmake --install` puts in place: the command, its man pages and completion, the documents, and all that
# the author of a plug-in needs (headers, a CMake package, rmr.pc, the file to copy). No installed file knows where it
# was built or installed: the whole prefix may be moved. The target `product` builds all of it, and none of the tests.
#
# rmr-mpi is a component of its own, as it needs an MPI (tools/cmake/package.cmake).
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME rmrlab)
add_custom_target(product DEPENDS rmr)
install(TARGETS rmr RUNTIME)
if(TARGET rmr-mpi)
  add_dependencies(product rmr-mpi)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/rmr-mpi.1 ".so man1/rmr.1\n")
  install(TARGETS rmr-mpi RUNTIME COMPONENT mpi)
  install(FILES ${PROJECT_BINARY_DIR}/generated/rmr-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT mpi)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/rmr DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h"
        PATTERN "LICENSE")
install(FILES ${PROJECT_SOURCE_DIR}/adversary/adversary_template.c DESTINATION ${CMAKE_INSTALL_DATADIR}/rmr
        RENAME template.c)
install(FILES ${PROJECT_SOURCE_DIR}/algos/algorithm_template.c DESTINATION ${CMAKE_INSTALL_DATADIR}/rmr
        RENAME algorithm.c)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md"
        PATTERN "*.svg" PATTERN "*.png")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/editors DESTINATION ${CMAKE_INSTALL_DATADIR}/rmr)
# Vim of most systems looks there by itself.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/editors/vim/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/experiments USE_SOURCE_PERMISSIONS DESTINATION ${CMAKE_INSTALL_DATADIR}/rmr
        PATTERN config EXCLUDE PATTERN runner EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/examples USE_SOURCE_PERMISSIONS DESTINATION ${CMAKE_INSTALL_DOCDIR})

# --- for authors of plug-ins ------------------------------------------------------------------------------------------

add_library(rmr_plugin INTERFACE)
set_target_properties(rmr_plugin PROPERTIES EXPORT_NAME plugin)
target_compile_features(rmr_plugin INTERFACE c_std_11)
target_include_directories(rmr_plugin INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set(RMR_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/rmr)
set(RMR_TEMPLATE ${CMAKE_INSTALL_DATADIR}/rmr/template.c)
set(RMR_ALGORITHM_TEMPLATE ${CMAKE_INSTALL_DATADIR}/rmr/algorithm.c)
install(TARGETS rmr_plugin EXPORT rmrTargets)
install(EXPORT rmrTargets NAMESPACE rmr:: DESTINATION ${RMR_PACKAGE_DIR})
configure_package_config_file(tools/cmake/rmrConfig.cmake.in ${PROJECT_BINARY_DIR}/generated/rmrConfig.cmake
                              INSTALL_DESTINATION ${RMR_PACKAGE_DIR} PATH_VARS RMR_TEMPLATE RMR_ALGORITHM_TEMPLATE)
# Plug-ins are native code against structs whose sizes the loader compares: another minor version is another interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/rmrConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/rmrConfig.cmake ${PROJECT_BINARY_DIR}/generated/rmrConfigVersion.cmake
        DESTINATION ${RMR_PACKAGE_DIR})

# pkg-config finds the prefix from the place of rmr.pc, as CMake does for its package.
file(RELATIVE_PATH RMR_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" RMR_PC_TO_PREFIX "${RMR_PC_TO_PREFIX}")
configure_file(tools/cmake/rmr.pc.in ${PROJECT_BINARY_DIR}/generated/rmr.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/rmr.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- man pages and completion, made by asking the command -------------------------------------------------------------

if(NOT CMAKE_CROSSCOMPILING AND NOT RMR_FUZZ)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/man1/rmr.1 # written last
                     COMMAND ${CMAKE_COMMAND} -E rm -rf man1
                     COMMAND sh ${PROJECT_SOURCE_DIR}/tools/manual.sh $<TARGET_FILE:rmr> man1
                     DEPENDS rmr ${PROJECT_SOURCE_DIR}/tools/manual.sh
                     WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/rmr.bash
                     COMMAND sh ${PROJECT_SOURCE_DIR}/tools/completion.sh $<TARGET_FILE:rmr> > rmr.bash.tmp
                     COMMAND ${CMAKE_COMMAND} -E rename rmr.bash.tmp rmr.bash
                     DEPENDS rmr ${PROJECT_SOURCE_DIR}/tools/completion.sh
                     WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
  add_custom_target(words ALL DEPENDS ${PROJECT_BINARY_DIR}/man1/rmr.1 ${PROJECT_BINARY_DIR}/rmr.bash)
  add_dependencies(product words)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${PROJECT_BINARY_DIR}/rmr.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME rmr)
endif()
