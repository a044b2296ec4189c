'use strict';
// Puts together texts that are all there already. It adds up places of cells, and computes no number.
const data = JSON.parse(document.querySelector('script[type]').textContent);
const typeset = digits => digits.replaceAll('-', '−').replaceAll('inf', '∞');
const [texts, numbers, steps] = [data.t, data.s, data.d].map(words => words.split('\n'));
const matrices = data.m.map(m => ({
  ...m, name: texts[m.n], values: m.v && typeset(m.v).split(' '), changes: m.x?.split(';'),
  rows: texts[m.r]?.split('\t'), columns: texts[m.c]?.split('\t')
}));
const index = new Map(matrices.map((m, i) => [m.name, i]).reverse());

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// ---- cells: {m: a matrix, r: its row, c: its column} ----

const label = (axis, place) => make('bdi', {textContent: axis?.[place] ?? place + 1});
const valueOf = ({m, r, c}) => matrices[m].values[r * matrices[m].w + c];
const addressOf = ({m, r, c}) => `${matrices[m].name}[${r + 1},${c + 1}]`;
const hashOf = cell => '#' + encodeURI(addressOf(cell));
const nameOf = ({m, r, c}) =>
  [matrices[m].name, '[', label(matrices[m].rows, r), ',', label(matrices[m].columns, c), ']'];
const articleOf = m => document.getElementById(matrices[m].name);
const elementOf = ({m, r, c}) => articleOf(m)?.querySelector('tbody')?.rows[r]?.cells[c + 1];

function cellOf(element) {
  const td = element.closest('.matrix tbody td');
  return td && {m: index.get(td.closest('article').id), r: td.parentNode.sectionRowIndex, c: td.cellIndex - 1};
}

function cellAt(hash) {
  const [, name, row, column] = /^#(.*)\[(\d+),(\d+)\]$/.exec(decodeURI(hash)) ?? [];
  const {h, w} = matrices[index.get(name)] ?? {}, [r, c] = [row - 1, column - 1];
  return r >= 0 && r < h && c >= 0 && c < w ? {m: index.get(name), r, c} : null;
}

// ---- arithmetic ----

const stepsOf = i => Array.isArray(steps[i]) ? steps[i] : steps[i] = steps[i].split(',').map(Number);

// The template and the operands of a cell: all steps that lead to it from the first.
function told({m, r, c}) {
  const matrix = matrices[m];
  let template, operands, run = 0, left = matrix.d[1];
  for (let i = 0; i <= r * matrix.w + c; i++) {
    if (!left) left = matrix.d[(run += 2) + 1];
    left--;
    const now = stepsOf(matrix.d[run]);
    if (now[0] >= 0) {
      template = texts[now[0]];
      operands = Array.from({length: (now.length - 1) / 3}, () => ({m: 0, r: 0, c: 0}));
    }
    operands.forEach((o, k) => {
      o.m += now[3 * k + 1];
      o.r += now[3 * k + 2];
      o.c += now[3 * k + 3];
    });
    let place = 0, number = 0, on, by;
    for (const [again, a, b] of matrix.changes[i].matchAll(/(\d+),(-?\d+),|\+/g)) {
      if (again !== '+') [on, by] = [+a, +b];
      operands[place += on].digits = numbers[number += by];
    }
  }
  return {lines: template.split('\u0004').slice(0, -1), operands};
}

const chip = (cell, text) =>
  make('a', {className: `chip ${elementOf(cell)?.classList[0] ?? ''}`, href: hashOf(cell), title: addressOf(cell)}, ...text);

// A line may break before a term.
function paragraph(line, operands) {
  const p = make('p', {className: line[0] === '=' ? 'equal' : 'remark'});
  for (const term of line.split(/(?<= )(?=[+/] )/)) {
    const span = p.appendChild(make('span', {}));
    for (const piece of term.split(/([\u0001-\u0003])/)) {
      const o = piece < ' ' && piece ? operands.shift() : null;
      const text = !o ? [piece] : piece === '\u0003' ? nameOf(o) : [o.digits ?? valueOf(o)];
      const brackets = piece === '\u0001' && text[0].startsWith('−') ? ['(', ')'] : ['', ''];
      span.append(brackets[0], ...(o && !o.digits ? [chip(o, text)] : text), brackets[1]);
    }
  }
  return p;
}

// ---- what is open ----

const aside = make('aside', {hidden: true, ariaLabel: 'Arithmetic', tabIndex: -1});
document.body.append(aside);
let trail = [], begins = false;

function light(cells, name) {
  document.querySelectorAll('.' + name).forEach(td => td.classList.remove(name));
  cells.forEach(cell => elementOf(cell)?.classList.add(name));
}

function focus(cell) {
  const td = elementOf(cell);
  if (!td) return;
  td.closest('details').open = true;
  td.closest('table').querySelector('[tabindex]').removeAttribute('tabindex');
  td.tabIndex = 0;
  td.focus({preventScroll: true});
  td.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

function show(cell) {
  const {t, d, values} = matrices[cell.m], {lines, operands} = d ? told(cell) : {lines: [], operands: []};
  light([cell], 'open');
  light(operands.filter(o => o.m >= 0), 'used');
  aside.replaceChildren(make('button', {textContent: '×', ariaLabel: 'Close', onclick: leave}),
    make('nav', {ariaLabel: 'Trail'}, ...trail.slice(-5).map(c => make('a', {href: hashOf(c)}, ...nameOf(c)))),
    make('h2', {textContent: texts[t]}), articleOf(cell.m)?.querySelector('.formula').cloneNode(true) ?? '',
    make('p', {className: 'equal name'}, make('b', {}, ...nameOf(cell), values ? ' = ' + valueOf(cell) : '')),
    ...lines.map(line => paragraph(line, operands)),
    make('code', {textContent: `--explain '${addressOf(cell)}'`}));
  aside.hidden = false;
  aside.scrollTop = 0;
}

function follow() {
  const cell = cellAt(location.hash), from = document.activeElement;
  if (!cell) return;
  const at = trail.findIndex(t => addressOf(t) === addressOf(cell));
  trail = begins ? [cell] : at < 0 ? [...trail, cell] : trail.slice(0, at + 1);
  begins = false;
  show(cell);
  focus(cell);
  if (!from?.closest('td')) aside.focus({preventScroll: true});
}

function open(cell) {
  begins = location.hash !== hashOf(cell);
  location.hash = hashOf(cell);
}

function leave() {
  ['open', 'used'].forEach(name => light([], name));
  aside.hidden = true;
  history.replaceState(null, '', location.pathname);
  focus(trail.find(elementOf) ?? {m: 0});
  trail = [];
}

// ---- keys ----

const keys = make('dialog', {onclick: () => keys.close()}, 'Arrows: another cell. Enter: how it came about. ' +
  'Tab: its operands, each a link. Backspace: back. Escape: close. ?: these keys.');
document.body.append(keys);
document.querySelectorAll('.matrix').forEach(table => table.tBodies[0].rows[0].cells[1].tabIndex = 0);
const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

addEventListener('keydown', event => {
  const cell = cellOf(event.target);
  if (keys.open || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === '?') keys.showModal();
  else if (event.key === 'Escape' && !aside.hidden) leave();
  else if (event.key === 'Backspace' && !aside.hidden) trail.length > 1 ? history.back() : leave();
  else if (event.key === 'Enter' && cell) open(cell);
  else if (moves[event.key] && cell)
    focus({m: cell.m, r: cell.r + moves[event.key][0], c: Math.max(cell.c + moves[event.key][1], 0)});
  else return;
  event.preventDefault();
});
addEventListener('click', event => {
  const cell = cellOf(event.target);
  if (cell) open(cell);
});
addEventListener('hashchange', follow);
follow();
