" SPDX-License-Identifier: GPL-3.0-or-later
" Algorithms of rmr: docs/language.md
autocmd BufRead,BufNewFile *.alg setfiletype rmr
