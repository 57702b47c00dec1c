# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the parts that Debian asks of a package beyond its files. cpack runs it between the installation into its own
# folder and the making of the archives. The dates are that of the last commit, or SOURCE_DATE_EPOCH, so that one source
# makes one package.
set(epoch "$ENV{SOURCE_DATE_EPOCH}")
if(epoch STREQUAL "")
  execute_process(COMMAND git -C ${CPACK_RMR_SOURCE} log -1 --format=%ct OUTPUT_VARIABLE epoch
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(epoch STREQUAL "")
  set(epoch 0)
endif()
execute_process(COMMAND date -u -R -d @${epoch} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)

# As Debian's machine-readable form has it.
file(STRINGS ${CPACK_RMR_SOURCE}/include/rmr/LICENSE mit)
set(paragraph "")
foreach(line IN LISTS mit)
  if(line STREQUAL "")
    set(line .)
  endif()
  string(APPEND paragraph " ${line}\n")
endforeach()
set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: rmrlab

Files: *
Copyright: the rmrlab authors
License: GPL-3+
 This program is free software: you can redistribute it and/or modify it under
 the terms of the GNU General Public License as published by the Free Software
 Foundation, either version 3 of the License, or (at your option) any later
 version.
 .
 On Debian systems the full text of this license is in the file
 /usr/share/common-licenses/GPL-3.

Files: include/rmr/*
Copyright: the rmrlab authors
License: MIT
${paragraph}")

function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(usr ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  set(doc ${usr}/share/doc/${package})
  file(WRITE ${doc}/copyright "${copyright}")
  file(WRITE ${doc}/changelog.Debian
       "${package} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * rmrlab ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  compress(${doc}/changelog.Debian)
  if(EXISTS ${doc}/CHANGELOG.md)
    file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
    compress(${doc}/changelog)
  endif()
  file(REMOVE ${doc}/LICENSE ${usr}/include/rmr/LICENSE) # copyright has both
  file(GLOB pages ${usr}/share/man/man1/*.1)
  foreach(page IN LISTS pages)
    compress(${page})
  endforeach()
endforeach()
