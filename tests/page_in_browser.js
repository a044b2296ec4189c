// Runs at the end of a page of the main job: what a reader does with keys, clicks and Back. The
// title says how it went.
(async () => {
  const failed = [];
  const check = (what, ok) => ok || failed.push(what);
  const turn = () => new Promise(done => setTimeout(done, 50));
  const panel = document.querySelector('aside');
  const name = () => panel.hidden ? 'nothing' : panel.querySelector('.name').textContent.split(' ')[0];
  const cell = (id, row, column) =>
    document.getElementById(id).querySelector('tbody').rows[row - 1].cells[column];
  const press = async key => {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    await turn();
  };
  const seen = () => {
    const {top, bottom} = document.querySelector('.open').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  const is = (what, expected) => check(`${what}: ${name()}`, name() === expected);

  is('at first', 'nothing');
  check('a title', document.querySelectorAll('h1').length === 1);
  check('names of chapters', /Scores without projections.*Head 1.*Head 2/.test(document.querySelector('nav').textContent));
  check('a name for every row and column', [...document.querySelectorAll('th')].every(th => th.textContent));
  check('a formula', document.querySelector('article math'));
  check('a picture leads to its article', document.querySelector('figure a[href="#head-2/weights"] .picture'));
  cell('head-2/weights', 7, 4).click();
  await turn();
  is('a click', 'head-2/weights[bat,ball]');
  check('the address', decodeURI(location.hash) === '#head-2/weights[7,4]');
  check('seven scores light up', document.querySelectorAll('[id="head-2/masked"] .used').length === 7);
  check('the arithmetic', /^= exp\(.* − .*\) \/ \(exp\(/.test(panel.querySelector('.equal:not(.name)').textContent));
  check('links are told by more than their colour',
    [...panel.querySelectorAll('.chip')].every(a => getComputedStyle(a).textDecorationLine === 'underline'));
  panel.querySelector('.chip').click();
  await turn();
  is('a link', 'head-2/masked[bat,ball]');
  check('the cell is in view', seen());
  check('the trail', panel.querySelectorAll('nav a').length === 2);
  panel.querySelector('.chip').click();
  await turn();
  is('another', 'head-2/scaled[bat,ball]');
  history.back();
  await turn();
  is('Back', 'head-2/masked[bat,ball]');
  await press('Backspace');
  is('Backspace', 'head-2/weights[bat,ball]');
  await press('Escape');
  is('Escape', 'nothing');
  check('back in the table', document.activeElement === cell('head-2/weights', 7, 4));
  await press('ArrowLeft');
  await press('ArrowUp');
  check('arrows', document.activeElement === cell('head-2/weights', 6, 3));
  await press('Enter');
  is('Enter', 'head-2/weights[the₂,the₁]');
  check('what is read on with', panel.querySelector('code').textContent === "--explain 'head-2/weights[6,3]'");
  await press('Tab');
  check('Tab leads to the operands', document.activeElement === panel);
  await press('Escape');
  cell('embeddings', 1, 1).click();
  await turn();
  is('far up', 'embeddings[He,1]');
  check('far up, in view', seen());
  history.back();
  await turn();
  is('Back to before the first', 'nothing');
  location.hash = '#head-1/W_Q[2,3]';
  await turn();
  is('an address', 'head-1/W_Q[2,3]');
  check('where it was given', /^Given, not computed: /.test(panel.querySelector('.remark').textContent));
  check('a closed table opens', document.getElementById('head-1/W_Q').querySelector('details').open);
  await press('?');
  check('the keys', document.querySelector('dialog').open);
  location.hash = '#head-1/Q[99,1]';
  await turn();
  is('no such cell', 'head-1/W_Q[2,3]');
  check(`as wide as the window: ${document.documentElement.scrollWidth} of ${innerWidth}`,
    document.documentElement.scrollWidth <= innerWidth);
  check('no request', performance.getEntriesByType('resource').every(e => e.name.startsWith('data:')));
  document.title = failed.length ? 'failed: ' + failed.join('; ') : 'as it should be';
})();
