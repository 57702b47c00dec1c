# SPDX-License-Identifier: GPL-3.0-or-later
#
# generated/version.h: the version that every record and trace carries. It is the release number alone, so that the same
# config gives the same bytes from a tarball and from a checkout; `rmr doctor` tells the commit.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} describe --always --dirty
                OUTPUT_VARIABLE RMR_GIT_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/version.h CONTENT
"#define RMR_VERSION \"@PROJECT_VERSION@\"\n#define RMR_GIT_COMMIT \"@RMR_GIT_COMMIT@\"\n" @ONLY)
