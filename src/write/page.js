'use strict';
// Puts together texts that are all there already. It adds up places of cells, and computes no number.
const find = (selector, root = document) => root.querySelector(selector);
const data = JSON.parse(find('script[type]').textContent);
const numbers = data.s.split(' ');
const axes = data.a.map(labels => labels.split('\t'));
const index = new Map(data.m.map((m, i) => [m.n, i]).reverse());
for (const m of data.m) {
  m.values = m.v?.split(' ');
  m.changes = m.x?.split(';');
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// ---- cells: {m: a matrix, r: its row, c: its column} ----

const label = (axis, place) => axes[axis] ? axes[axis][place] : `${place + 1}`;
const valueOf = ({m, r, c}) => data.m[m].values[r * data.m[m].w + c];
const addressOf = ({m, r, c}) => `${data.m[m].n}[${r + 1},${c + 1}]`;
const hashOf = cell => '#' + encodeURI(addressOf(cell));
const tableOf = m => document.getElementById(data.m[m].n)?.querySelector('.matrix');
const elementOf = ({m, r, c}) => tableOf(m)?.tBodies[0].rows[r].cells[c + 1];
const nameOf = ({m, r, c}) => [data.m[m].n + '[', make('bdi', {textContent: label(data.m[m].r, r)}), ',',
  make('bdi', {textContent: label(data.m[m].c, c)}), ']'];

function cellOf(td) {
  const article = td?.closest('article');
  return article && td.closest('tbody') && td.tagName === 'TD' &&
    {m: index.get(article.id), r: td.parentNode.sectionRowIndex, c: td.cellIndex - 1};
}

function parse(hash) {
  const [, name, row, column] = /^#(.*)\[(\d+),(\d+)\]$/.exec(decodeURI(hash)) ?? [];
  const cell = {m: index.get(name), r: row - 1, c: column - 1}, matrix = data.m[cell.m];
  return matrix && cell.r >= 0 && cell.r < matrix.h && cell.c >= 0 && cell.c < matrix.w ? cell : null;
}

// ---- arithmetic ----

function stepsOf(matrix, i) {
  for (let k = 0; ; k += 2) {
    i -= matrix.d[k + 1];
    if (i < 0) return data.d[matrix.d[k]];
  }
}

// The template and the operands of a cell: down its first column, then along its row.
function told({m, r, c}) {
  const matrix = data.m[m], path = [];
  let template, operands;
  for (let row = 0; row <= r; row++) path.push(row * matrix.w);
  for (let column = 1; column <= c; column++) path.push(r * matrix.w + column);
  for (const i of path) {
    const [own, ...steps] = stepsOf(matrix, i);
    if (own >= 0) {
      template = own;
      operands = Array.from({length: steps.length / 3}, () => ({m: 0, r: 0, c: 0}));
    }
    operands.forEach((o, k) => {
      o.m += steps[3 * k];
      o.r += steps[3 * k + 1];
      o.c += steps[3 * k + 2];
    });
    const changes = matrix.changes[i].split(',');
    for (let k = 0, place = 0, number = 0; k + 1 < changes.length; k += 2) {
      place += +changes[k];
      number += +changes[k + 1];
      operands[place].text = numbers[number];
    }
  }
  return {lines: data.t[template].split('\n').slice(0, -1), operands};
}

function chip(cell, text) {
  const color = elementOf(cell)?.classList[0] ?? '';
  return make('a', {className: `chip ${color}`, href: hashOf(cell), title: addressOf(cell)}, ...text);
}

// A line may break before a term.
function paragraph(line, operands) {
  const p = make('p', {className: line[0] === '=' ? 'equal' : 'remark'});
  let term = p.appendChild(make('span', {}));
  for (const piece of line.split(/([\u0001-\u0003]|(?<= )(?=[+/] ))/)) {
    if (!/^[\u0001-\u0003]?$/.test(piece)) {
      if (/^[+/] /.test(piece)) term = p.appendChild(make('span', {}));
      term.append(piece);
    } else if (piece) {
      const o = operands.shift(), text = piece === '\u0003' ? nameOf(o) : [o.m < 0 ? o.text : valueOf(o)];
      const brackets = piece === '\u0001' && text[0].startsWith('−');
      term.append(brackets ? '(' : '', o.m < 0 ? text[0] : chip(o, text), brackets ? ')' : '');
    }
  }
  return p;
}

// ---- what is open ----

const aside = make('aside', {hidden: true, ariaLabel: 'Arithmetic', tabIndex: -1});
find('main').after(aside);
let trail = [], begins = false;

function light(cell, name) {
  elementOf(cell)?.classList.add(name);
}

function dim() {
  for (const td of document.querySelectorAll('.used, .open')) td.classList.remove('used', 'open');
}

function focus(cell) {
  const td = elementOf(cell);
  if (!td) return;
  td.closest('details').open = true;
  find('[tabindex]', tableOf(cell.m))?.removeAttribute('tabindex');
  td.tabIndex = 0;
  td.focus({preventScroll: true});
  td.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

function show(cell) {
  const matrix = data.m[cell.m], steps = trail.slice(-5).map(t => make('a', {href: hashOf(t)}, ...nameOf(t)));
  const formula = document.getElementById(matrix.n)?.querySelector('.formula')?.cloneNode(true);
  const head = make('p', {className: 'name'}, ...nameOf(cell), matrix.values ? ' = ' + valueOf(cell) : '');
  const close = make('button', {textContent: '×', ariaLabel: 'Close', onclick: leave});
  aside.replaceChildren(close, make('nav', {ariaLabel: 'Trail'}, ...steps), make('h2', {textContent: matrix.t ?? ''}),
    formula ?? '', head);
  dim();
  if (matrix.d) {
    const {lines, operands} = told(cell);
    for (const o of operands) if (o.m >= 0) light(o, 'used');
    aside.append(...lines.map(line => paragraph(line, operands)));
  }
  aside.append(make('p', {className: 'command', textContent: `--explain '${addressOf(cell)}'`}));
  light(cell, 'open');
  aside.hidden = false;
  aside.scrollTop = 0;
}

function follow() {
  const cell = parse(location.hash);
  if (!cell) return;
  const at = trail.findIndex(t => addressOf(t) === addressOf(cell));
  trail = begins ? [cell] : at < 0 ? [...trail, cell] : trail.slice(0, at + 1);
  begins = false;
  show(cell);
  const there = document.activeElement;
  focus(cell);
  if (there?.closest('aside') || there === document.body) aside.focus({preventScroll: true});
}

function open(cell) {
  begins = true;
  if (location.hash === hashOf(cell)) follow();
  else location.hash = hashOf(cell);
}

function leave() {
  const cell = trail.find(t => elementOf(t));
  trail = [];
  dim();
  aside.hidden = true;
  history.replaceState(null, '', location.pathname);
  if (cell) focus(cell);
}

// ---- keys ----

const keys = make('dialog', {}, 'Arrows: another cell. Enter: how it came about. Tab: its operands, each a link. ' +
  'Backspace: back along the trail. Escape: close. ?: this.');
document.body.append(keys);
const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

addEventListener('keydown', event => {
  const cell = cellOf(event.target.closest('td'));
  if (keys.open || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === '?') keys.showModal();
  else if (event.key === 'Escape' && !aside.hidden) leave();
  else if (event.key === 'Backspace' && !aside.hidden) trail.length > 1 ? history.back() : leave();
  else if (event.key === 'Enter' && cell) open(cell);
  else if (event.key in moves && cell) {
    const [down, right] = moves[event.key];
    if (elementOf({m: cell.m, r: cell.r + down, c: Math.max(cell.c + right, 0)}))
      focus({m: cell.m, r: cell.r + down, c: Math.max(cell.c + right, 0)});
  } else return;
  event.preventDefault();
});
keys.onclick = () => keys.close();
addEventListener('click', event => {
  const cell = cellOf(event.target.closest('td'));
  if (cell) open(cell);
});
for (const table of document.querySelectorAll('.matrix')) table.tBodies[0].rows[0].cells[1].tabIndex = 0;
addEventListener('hashchange', follow);
follow();
