#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The Python package (docs/python.md): its own tests; the page's examples; its annotations, by mypy; the notebook,
# executed, with its outputs against those of the command. Each check is also made on something wrong, which must be
# noticed. A check is skipped where its tool is not installed.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

python=/usr/bin/python3 # Debian's, which has Debian's packages
$python -c 'import sys, pandas; sys.exit(sys.version_info < (3, 11))' 2> /dev/null ||
  { echo 'skipped: Python 3.11 with pandas is not here'; exit 77; }
export RMR=$rmr PYTHONPATH=$work/python PYTHONDONTWRITEBYTECODE=1 HOME=$work
cp -r "$source/python" python && cd python || exit 1

$python -m unittest discover -s tests > ../unittest.txt 2>&1 || fail "$(cat ../unittest.txt)"
grep -qE '^Ran [1-9][0-9]+ tests' ../unittest.txt || fail "hardly any tests: $(cat ../unittest.txt)"

$python -m doctest "$source/docs/python.md" > ../page.txt || fail "docs/python.md: $(cat ../page.txt)"
sed 's/^(16, True)$/(15, True)/' "$source/docs/python.md" > ../wrong.md
$python -m doctest ../wrong.md > ../page.txt && fail "docs/python.md: a wrong worst case passes"

if $python -c 'import mypy' 2> /dev/null; then
  $python -m mypy > ../mypy.txt 2>&1 || fail "$(cat ../mypy.txt)"
  cp -r rmrlab ../whole
  sed -i 's/def n(self) -> int:/def n(self):/' rmrlab/witness.py
  $python -m mypy > ../mypy.txt 2>&1 && fail "mypy accepts a function without annotations"
  rm -r rmrlab && mv ../whole rmrlab
else
  echo 'skipped: mypy is not here'
fi

# executed NOTEBOOK: into executed.ipynb, and what is wrong with it to complaints.txt
executed() {
  $python -m nbconvert --to notebook --execute "$1" --output-dir . --output executed.ipynb > nbconvert.txt 2>&1 &&
    $python tests/check_notebook.py executed.ipynb > complaints.txt
}
if $python -c 'import nbconvert, ipykernel, matplotlib' 2> /dev/null; then
  grep -q '"execution_count": [0-9]' worst_case.ipynb && fail "worst_case.ipynb has outputs; it is kept without"
  executed worst_case.ipynb || fail "$(cat nbconvert.txt complaints.txt)"
  sed 's/\\"ticket\\"\]/\\"mcs\\"]/; s/columns=\\"ticket\\"/columns=\\"mcs\\"/' worst_case.ipynb > other.ipynb
  executed other.ipynb && fail "the worst case of another lock passes"
  grep -q "^worst: there is no row '2 +6 +4'" complaints.txt || fail "another lock: $(cat nbconvert.txt complaints.txt)"
else
  echo 'skipped: nbconvert, ipykernel and matplotlib are not here'
fi
