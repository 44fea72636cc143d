import { describe, expect, test } from '@jest/globals';
import { snippets } from '#functions/discovery/snippets/catalogue';
import { chapter, pageSection } from '#functions/discovery/snippets/render';

const odd = {
  id: 'odd',
  client: 'A<B',
  language: 'js',
  install: undefined,
  code: 'if (a < b && c > d) {}',
  note: 'Use `<x>`.',
};

describe('the section of the page', () => {
  test('shows code as text', () => {
    expect(pageSection([odd])).toBe(
      [
        '      <section id="client-odd">',
        '        <h3>A&lt;B</h3>',
        '        <pre tabindex="0" aria-label="A&lt;B"><code>if (a &lt; b &amp;&amp; c &gt; d) {}</code></pre>',
        '        <p>Use <code>&lt;x&gt;</code>.</p>',
        '      </section>',
      ].join('\n'),
    );
  });
});

describe('the chapter of functions/README.md', () => {
  const text = chapter(snippets);

  test('has Node, Python and curl, and the names of the others', () => {
    expect([...text.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, name]) => name)).toEqual(['Node', 'Python', 'curl']);
    for (const { client } of snippets) expect(text).toContain(client);
  });

  test('warns of what would leave batches, and the token, at Google', () => {
    expect(text).toContain('`client_options={"api_endpoint": ...}`');
  });
});

test('every snippet has an id of its own', () => {
  expect(new Set(snippets.map(({ id }) => id)).size).toBe(snippets.length);
});
