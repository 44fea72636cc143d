/** Makes tabs of the snippets, with the address of this host in them, and a button that copies. */
import { copyText } from './copy.js';

const { document, location } = globalThis;

const LAPTOP_URL = 'http://127.0.0.1:8080/';
const box = document.querySelector('.snippets');
const panels = [...box.querySelectorAll('section')];

for (const code of box.querySelectorAll('code'))
  code.textContent = code.textContent.replaceAll(LAPTOP_URL, `${location.origin}/`);

function tabFor(panel) {
  const heading = panel.querySelector('h3');
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.role = 'tab';
  tab.id = `${panel.id}-tab`;
  tab.textContent = heading.textContent;
  tab.setAttribute('aria-controls', panel.id);
  panel.role = 'tabpanel';
  panel.setAttribute('aria-labelledby', tab.id);
  heading.remove();
  return tab;
}

function addCopyButton(panel) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  // Read out when it changes.
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = await copyText(panel.querySelector('pre'));
  });
  panel.prepend(button);
}

const tabs = panels.map(tabFor);
panels.forEach(addCopyButton);

function select(index, takesFocus) {
  tabs.forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    // Tab leads to the chosen one alone; arrows lead to the others.
    tab.tabIndex = at === index ? 0 : -1;
    panels[at].hidden = at !== index;
  });
  panels[index].querySelector('.copy').textContent = 'Copy';
  if (takesFocus) tabs[index].focus();
}

const STEPS = {
  ArrowRight: (index) => (index + 1) % tabs.length,
  ArrowLeft: (index) => (index + tabs.length - 1) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
};

tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => select(index, false));
  tab.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    select(step(index), true);
  });
});

const list = document.createElement('div');
list.role = 'tablist';
list.setAttribute('aria-label', 'Clients');
list.append(...tabs);
box.prepend(list);

const named = panels.findIndex(({ id }) => `#${id}` === location.hash);
select(Math.max(0, named), false);
box.dataset.tabs = '';
if (named >= 0) box.scrollIntoView();
