/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * report.js: the script of the report, which is complete without it: it opens the target of a link, shows the evidence
 * of a cell of the matrix above the page, and sorts and filters long tables.
 */
'use strict';
const all = (selector, of = document) => [...of.querySelectorAll(selector)];
function reveal() {
  const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!at) return;
  for (let d = at; d; d = d.parentElement) if (d.tagName === 'DETAILS') d.open = true;
  at.scrollIntoView();
}
addEventListener('hashchange', reveal);
if (location.hash) reveal();
const dialog = document.body.appendChild(document.createElement('dialog'));
dialog.onclick = e => { if (e.target === dialog || e.target.closest('a, button')) dialog.close(); };
document.addEventListener('click', event => {
  const link = event.target.closest('table.matrix td a');
  const from = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!from || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const copy = from.cloneNode(true), close = document.createElement('button');
  event.preventDefault();
  copy.removeAttribute('id');
  close.textContent = 'Close';
  dialog.replaceChildren(close, copy);
  dialog.showModal();
});
/* Rows are sorted by the numbers that their cells begin with, or else by their texts; where two are equal they stay as
 * they were. */
const value = (row, column) => row.cells[column].textContent.replace(/^[≥\s]+/, '').replace(/^unbounded/, 'Infinity');
function compare(a, b) {
  const x = parseFloat(a), y = parseFloat(b);
  return isNaN(x) || isNaN(y) ? a.localeCompare(b) : x === y ? 0 : x < y ? -1 : 1;
}
function sort(table, head) {
  const up = head.getAttribute('aria-sort') !== 'ascending', column = head.cellIndex, body = table.tBodies[0];
  all('th[aria-sort]', table).forEach(h => h.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(value(a, column), value(b, column)))
    .forEach(row => body.append(row));
}
function filter(table, words) {
  for (const row of table.tBodies[0].rows)
    row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
}
for (const table of all('table.rows')) {
  if (table.tBodies[0].rows.length < 8) continue;
  for (const head of all('thead th', table)) {
    const button = document.createElement('button');
    button.textContent = head.textContent;
    button.onclick = () => sort(table, head);
    head.replaceChildren(button);
  }
  const label = document.createElement('label'), field = document.createElement('input');
  field.type = 'search';
  field.oninput = () => filter(table, field.value.toLowerCase().split(/\s+/));
  label.className = 'filter';
  label.append('Rows with: ', field);
  table.parentElement.before(label);
}
