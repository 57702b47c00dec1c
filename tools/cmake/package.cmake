# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cpack` in the build folder makes Debian packages of what `cmake --install` puts in place: rmrlab, and rmrlab-mpi
# where an MPI was found. Which libraries they need is found by dpkg-shlibdeps. package_tidy.cmake does the rest that
# Debian asks for: compressed man pages, a changelog, the copyright. tests/cli_package.sh installs rmrlab in a system
# where nothing else is.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rmrlab)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The rmrlab developers <rmrlab@example.org>" CACHE STRING "name <address> in packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/tools/cmake/package_tidy.cmake)
set(CPACK_RMR_SOURCE ${PROJECT_SOURCE_DIR}) # for that script, which sees only what begins with CPACK_
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_RMRLAB_PACKAGE_NAME rmrlab)
set(CPACK_COMPONENT_RMRLAB_DESCRIPTION
    "laboratory for the cost of mutual-exclusion algorithms
Simulates, explores and proves mutual-exclusion and group-mutual-exclusion
algorithms in shared memory, and counts the remote memory references that a
passage through the critical section costs in the worst case.")
set(CPACK_DEBIAN_RMRLAB_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot, graphviz, gcc | c-compiler")
set(CPACK_DEBIAN_RMRLAB_PACKAGE_SUGGESTS "spin, pkg-config, cmake, python3-pandas, rmrlab-mpi")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME rmrlab-mpi)
set(CPACK_COMPONENT_MPI_DESCRIPTION
    "laboratory for mutual-exclusion algorithms, on several machines
The commands of rmrlab on ranks that mpirun or srun starts: they share an
experiment or a search.")
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "rmrlab (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin")

set(CPACK_COMPONENTS_ALL rmrlab)
if(TARGET rmr-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_COMPONENT_MPI_DEPENDS "")
include(CPack)
