" SPDX-License-Identifier: GPL-3.0-or-later
"
" Whether Vim takes each file of the arguments for an algorithm, and gives every key word outside of comments, texts and
" fields, and every comment, a group of the syntax. $WORDS: a file with the key words. Complaints go to the file $SAID.
let s:words = readfile($WORDS)
let s:said = []
let s:seen = 0

function! s:Group(line, column) abort
  return synIDattr(synID(a:line, a:column, 1), 'name')
endfunction

function! s:Complain(line, column, what) abort
  call add(s:said, expand('%') . ':' . a:line . ':' . a:column . ': ' . a:what . ' has the group ' .
    \ string(s:Group(a:line, a:column)))
endfunction

function! s:CheckLine(number, text) abort
  let l:at = 0
  while 1
    let [l:word, l:begin, l:end] = matchstrpos(a:text, '"[^"]*"\|//\|\.\@<!\.\h\w*\|\<\h\w*', l:at)
    if l:begin < 0
      return
    endif
    let l:at = l:end
    if l:word ==# '//'
      if s:Group(a:number, l:begin + 1) !=# 'rmrComment'
        call s:Complain(a:number, l:begin + 1, 'a comment')
      endif
      return
    endif
    if index(s:words, l:word) < 0
      continue
    endif
    let s:seen += 1
    if s:Group(a:number, l:begin + 1) !~# '^rmr'
      call s:Complain(a:number, l:begin + 1, string(l:word))
    endif
  endwhile
endfunction

for s:file in argv()
  execute 'edit' fnameescape(s:file)
  if &filetype !=# 'rmr'
    call add(s:said, s:file . ': the file type is ' . string(&filetype))
  endif
  let s:number = 0
  for s:text in getline(1, '$')
    let s:number += 1
    call s:CheckLine(s:number, s:text)
  endfor
endfor
call writefile(s:said + [s:seen . ' key words'], $SAID)
qall!
