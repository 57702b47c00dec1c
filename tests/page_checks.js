// SPDX-License-Identifier: GPL-3.0-or-later
//
// page_checks.js: the checks of tests/cli_browser.sh on a page, in a browser: everything that is folded is opened, and
// then one line for each complaint, and the number of them, goes into the element page-checks.
'use strict';
addEventListener('load', () => {
  const complaints = new Set();
  const all = selector => [...document.querySelectorAll(selector)];
  const name = e =>
    `${e.tagName.toLowerCase()}.${e.getAttribute('class') || ''} "${e.textContent.trim().slice(0, 40)}"`;
  const isSeen = e => e.getClientRects().length > 0;
  for (const d of all('details')) d.open = true;

  // Nothing is wider than the window, unless it can be scrolled in a box of its own, which the keyboard reaches.
  const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
  const inBox = e => { for (e = e.parentElement; e; e = e.parentElement) if (scrolls(e)) return true; return false; };
  const width = document.documentElement.clientWidth;
  for (const e of all('body *'))
    if (isSeen(e) && !inBox(e) && e.getBoundingClientRect().right > width + 1) complaints.add(`wide: ${name(e)}`);
  if (document.documentElement.scrollWidth > width) complaints.add('wide: the page');
  for (const e of all('body *'))
    if (scrolls(e) && e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0 && !e.querySelector('a, button, [contenteditable]'))
      complaints.add(`keyboard: ${name(e)} can be scrolled only with a pointer`);

  // Letters of 11 pixels: in the picture on the first screen, where there is room for it beside the matrix, and in the
  // playground's chart.
  for (const e of [...(width >= 768 ? all('.screen.narrow svg text') : []), ...all('#chart svg text')]) {
    const at = e.getScreenCTM(), pixels = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(at.a, at.b);
    if (isSeen(e) && pixels < 10.9) complaints.add(`small: ${name(e)}, ${pixels.toFixed(1)} px`);
  }

  // Links lead somewhere, and the keyboard reaches what can be used.
  for (const a of all('a[href^="#"]'))
    if (!document.getElementById(decodeURIComponent(a.getAttribute('href').slice(1))))
      complaints.add(`link: ${a.getAttribute('href')}`);
  for (const e of all('a, summary, button, input'))
    if (isSeen(e) && e.tabIndex < 0) complaints.add(`keyboard: ${name(e)} is out of its reach`);
  for (const e of all('[onclick]:not(a, button, summary, input)'))
    complaints.add(`keyboard: ${name(e)} wants a pointer`);

  // Contrast of 4.5 (WCAG 2, AA).
  const rgb = colour => colour.match(/[\d.]+/g).map(Number);
  const light = colour => rgb(colour).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const isClear = colour => rgb(colour)[3] === 0;
  function ground(e) {
    for (; e; e = e.parentElement)
      if (!isClear(getComputedStyle(e).backgroundColor)) return getComputedStyle(e).backgroundColor;
    return 'rgb(255, 255, 255)';
  }
  for (const e of all('body *:not(svg, svg *, script, style)')) {
    if (!isSeen(e) || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== '')) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) complaints.add(`contrast: ${name(e)}`);
  }

  const report = document.createElement('pre');
  report.id = 'page-checks';
  report.textContent = [...complaints, `complaints: ${complaints.size}`].join('\n');
  document.body.append(report);
});
