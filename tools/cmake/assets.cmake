# SPDX-License-Identifier: GPL-3.0-or-later
#
# Files that the command carries with it, as texts of C. assets.h has one `static const char NAME[]` for each,
# where NAME is the file's name with _ for the dot: page.css is page_css.
set(RMR_ASSETS
    include/rmr/option.h include/rmr/graph.h include/rmr/op.h include/rmr/action.h include/rmr/types.h
    sim/page/page.css sim/page/page.html sim/page/event.js sim/page/run.js sim/page/machine.js sim/page/system.js
    sim/page/loop.js sim/page/walk.js sim/page/lanes.js sim/page/tables.js sim/page/forks.js sim/page/panel.js
    sim/page/page.js
    plots/report/report.css plots/report/report.js adversary/foreign/prelude.lua)
set(text "/* Made by tools/cmake/assets.cmake. */\n")
foreach(asset IN LISTS RMR_ASSETS)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${asset})
  get_filename_component(name ${asset} NAME)
  string(REPLACE "." "_" name ${name})
  file(READ ${PROJECT_SOURCE_DIR}/${asset} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const unsigned char ${name}_bytes[] = {${bytes}0};\n"
         "#define ${name} ((const char *)${name}_bytes)\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/assets.h CONTENT "${text}" @ONLY)
