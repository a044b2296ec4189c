'use strict';
// Puts together texts that are all there already. It adds up places of cells, and computes no number.
const data = JSON.parse(document.querySelector('script[type]').textContent);
const [templates, moves] = [data.t, data.d].map(words => words.split('\n'));
const matrices = data.m, values = [];
for (const m of matrices) {
  m.first = values.length;
  for (const digits of m.v.replaceAll('-', '−').replaceAll('inf', '∞').split(' ')) values.push(digits);
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// ---- cells, each by its place among all ----

function cellAt(place) {
  const m = matrices.findLast(m => m.first <= place), c = (place - m.first) % m.w, r = (place - m.first - c) / m.w;
  const address = `${m.n}[${r + 1},${c + 1}]`, article = document.getElementById(m.n);
  const td = article?.querySelector('tbody')?.rows[r]?.cells[c + 1];
  return {m, r, c, place, address, article, td, hash: '#' + encodeURI(address)};
}

function find(name, r, c) {
  const m = matrices.find(m => m.n === name);
  return m && r >= 0 && r < m.h && c >= 0 && c < m.w ? cellAt(m.first + r * m.w + c) : null;
}

function cellOf(element, down = 0, right = 0) {
  const td = element.closest('.matrix tbody td');
  return td && find(td.closest('article').id, td.parentNode.sectionRowIndex + down, td.cellIndex - 1 + right);
}

const label = (axis, place) => make('bdi', {textContent: axis?.split('\t')[place] ?? place + 1});
const nameOf = ({m, r, c}) => [m.n, '[', label(m.r, r), ',', label(m.c, c), ']'];

// ---- arithmetic ----

// The lines of a cell and its operands: all moves that lead to it from the first cell of its matrix.
function told({m, place}) {
  let move, template, places = [], digits = [];
  for (const cell of m.d?.split(';').slice(0, place - m.first + 1) ?? []) {
    const [number, ...all] = cell.split(' ');
    const [own, ...by] = moves[move = number || move].split(' ');
    const news = all.flatMap(digits => digits[0] === '~' ? Array(+digits.slice(1)).fill('') : digits);
    template = own || template;
    places = by.map((move, k) => (own ? 0 : places[k]) + +move);
    digits = places.map((operand, k) => operand < 0 ? news.shift() || digits[k] : '');
  }
  const operands = places.map((operand, k) => operand < 0 ? {digits: digits[k]} : cellAt(operand));
  return {lines: templates[template]?.split('\u0004').slice(0, -1) ?? [], operands};
}

const chip = (cell, text) =>
  make('a', {className: `chip ${cell.td?.classList[0]}`, href: cell.hash, title: cell.address}, ...text);

function paragraph(line, operands) {
  const p = make('p', {className: line[0] === '=' ? 'equal' : 'remark'});
  for (const piece of line.split(/([\u0001-\u0003])/)) {
    const o = piece && piece < ' ' ? operands.shift() : null, digits = o?.digits ?? values[o?.place] ?? '';
    const text = piece === '\u0001' && digits.startsWith('−') ? `(${digits})` : digits;
    p.append(!o ? piece : o.digits ? text : chip(o, piece === '\u0003' ? nameOf(o) : [text]));
  }
  return p;
}

// ---- what is open ----

const aside = make('aside', {hidden: true, ariaLabel: 'Arithmetic', tabIndex: -1});
let trail = [];

function light(cells, name) {
  document.querySelectorAll('.' + name).forEach(td => td.classList.remove(name));
  cells.forEach(cell => cell.td?.classList.add(name));
}

function focus(cell) {
  const td = cell?.td;
  if (!td) return;
  td.closest('details').open = true;
  cell.article.style.contentVisibility = 'visible';
  td.closest('table').querySelector('[tabindex]').removeAttribute('tabindex');
  td.tabIndex = 0;
  td.focus({preventScroll: true});
  td.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

function show(cell) {
  const {lines, operands} = told(cell);
  light([cell], 'open');
  light(operands, 'used');
  // what moved, and operations without a name, are nothing that --explain takes
  const address = cell.m.t && !document.getElementById('moved') ? `--explain '${cell.address}'` : '';
  aside.replaceChildren(make('button', {textContent: '×', ariaLabel: 'Close', onclick: leave}),
    make('nav', {ariaLabel: 'Trail'}, ...trail.slice(-5).map(c => make('a', {href: c.hash}, ...nameOf(c)))),
    make('h2', {textContent: cell.m.t ?? cell.m.n}), cell.article?.querySelector('.formula').cloneNode(true) ?? '',
    make('p', {className: 'equal name'}, make('b', {}, ...nameOf(cell), ' = ' + values[cell.place])),
    ...lines.map(line => paragraph(line, operands)),
    make('code', {textContent: address}));
  aside.hidden = false;
  aside.scrollTop = 0;
}

function follow() {
  const [, name, row, column] = /^#(.*)\[(\d+),(\d+)\]$/.exec(decodeURI(location.hash)) ?? [];
  const cell = find(name, row - 1, column - 1), from = document.activeElement;
  if (!cell) return location.hash || aside.hidden || leave();
  const at = trail.findIndex(t => t.place === cell.place);
  trail = at < 0 ? [...trail, cell] : trail.slice(0, at + 1);
  show(cell);
  focus(cell);
  if (!from?.closest('td')) aside.focus({preventScroll: true});
}

function open(cell) {
  if (!cell) return;
  if (location.hash !== cell.hash) trail = [];
  location.hash = cell.hash;
}

function leave() {
  ['open', 'used'].forEach(name => light([], name));
  aside.hidden = true;
  history.replaceState(null, '', location.pathname + location.search);
  focus(trail.find(cell => cell.td));
  trail = [];
}

// ---- chapters, keys ----

document.querySelector('nav').append(...[...document.querySelectorAll('h2[id]')].map(chapter =>
  make('a', {href: '#' + chapter.id, textContent: chapter.textContent})));

const keys = make('dialog', {onclick: () => keys.close()}, 'Arrows: another cell. Enter: how it came about. ' +
  'Tab: its operands, each a link. Backspace: back. Escape: close. ?: these keys.');
document.body.append(aside, keys);
document.querySelectorAll('.matrix').forEach(table => table.tBodies[0].rows[0].cells[1].tabIndex = 0);
const arrows = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

addEventListener('keydown', event => {
  const cell = cellOf(event.target);
  if (keys.open || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === '?') keys.showModal();
  else if (event.key === 'Escape' && !aside.hidden) leave();
  else if (event.key === 'Backspace' && !aside.hidden) trail.length > 1 ? history.back() : leave();
  else if (event.key === 'Enter' && cell) open(cell);
  else if (event.key === 'Tab' && cell && !event.shiftKey && !aside.hidden) aside.focus();
  else if (arrows[event.key] && cell) focus(cellOf(event.target, ...arrows[event.key]));
  else return;
  event.preventDefault();
});
addEventListener('click', event => open(cellOf(event.target)));
addEventListener('hashchange', follow);
follow();
