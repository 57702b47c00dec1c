# SPDX-License-Identifier: GPL-3.0-or-later
#
# For another processor: arm64, with Debian's cross compiler. The libraries stand in RMR_SYSROOT, a folder into which
# Debian's packages for arm64 were unpacked, and programs run under qemu. tools/aarch64.sh makes all of it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RMR_SYSROOT)

set(CMAKE_SYSROOT ${RMR_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# pkg-config is the machine's own, and looks there alone.
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${RMR_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${RMR_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${RMR_SYSROOT}/usr/share/pkgconfig)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${RMR_SYSROOT})
