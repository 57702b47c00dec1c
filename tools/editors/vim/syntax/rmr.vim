" SPDX-License-Identifier: GPL-3.0-or-later
" Algorithms of rmr: docs/language.md. Copy the folders here to ~/.vim, or add this one to 'runtimepath'.
if exists('b:current_syntax')
  finish
endif
syntax case match

syntax match rmrLabel /^\s*\zs\a*\d\+\l*\%([._]\w\+\)*\ze\%(\s*:=\)\@!\%(\s\|:\|$\)/
syntax match rmrLabel /^\s*\zs\d\+\l*\%([._]\w\+\)*\ze\%(\s\|:\|$\)/
syntax match rmrNumber /\<\d\+\>/
syntax match rmrOperator /:=\|!=\|<=\|>=\|\.\.\|[-+*^=<>]/
syntax match rmrField /\.\@<!\.\h\w*/

syntax keyword rmrHead algorithm source note wrong claims import type parameter function procedure environment holds
syntax keyword rmrHead invariant variant between process shared local private
syntax keyword rmrAttribute initially arbitrary at owner nobody lease responsible held by epoch when value name up
syntax keyword rmrSection remainder recover doorway waiting critical section exit
syntax keyword rmrStatement if then elsif else end while do repeat until forever for to downto wait await goto break
syntax keyword rmrStatement return call skip delay fence
syntax keyword rmrWord and or not in union minus div mod forall exists max min sum lg first degree neighbour place_of again
syntax keyword rmrType boolean natural session set of time horizon graph order
syntax keyword rmrConstant true false nil N i me mysession sessions now passages crashes arrivals lapsing
syntax keyword rmrAtomic test_and_set fetch_and_store fetch_and_add compare_and_swap update

syntax region rmrText start=/"/ end=/"/ oneline
syntax match rmrComment /\/\/.*$/ contains=rmrTodo
syntax keyword rmrTodo TODO FIXME contained

highlight default link rmrLabel Label
highlight default link rmrNumber Number
highlight default link rmrOperator Operator
highlight default link rmrField Identifier
highlight default link rmrHead Structure
highlight default link rmrAttribute StorageClass
highlight default link rmrSection PreProc
highlight default link rmrStatement Statement
highlight default link rmrWord Operator
highlight default link rmrType Type
highlight default link rmrConstant Constant
highlight default link rmrAtomic Function
highlight default link rmrText String
highlight default link rmrComment Comment
highlight default link rmrTodo Todo

let b:current_syntax = 'rmr'
