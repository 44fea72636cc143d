/** Snippets -> the chapter of functions/README.md, and the section of the documentation page. */
import type { Snippet } from './snippet.ts';

/** The chapter is short: the others are on the page. */
const IN_CHAPTER = new Set(['node', 'python', 'curl']);

function chapterOf({ client, language, install, code, note }: Snippet): string {
  const title = install === undefined ? `**${client}**` : `**${client}** (\`${install}\`)`;
  return [title, '', `\`\`\`${language}`, code, '```', '', note].join('\n');
}

const listOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

export function chapter(snippets: readonly Snippet[]): string {
  const elsewhere = snippets.filter(({ id }) => !IN_CHAPTER.has(id)).map(({ client }) => client);
  return [
    ...snippets.filter(({ id }) => IN_CHAPTER.has(id)).map(chapterOf),
    `The documentation page has the same for ${listOf(elsewhere)}: <http://127.0.0.1:8080/#clients>.`,
  ].join('\n\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const withCode = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Without JavaScript they stand one below the other; `page/snippets.js` makes tabs of them. */
const sectionOf = ({ id, client, install, code, note }: Snippet): string =>
  [
    `      <section id="client-${id}">`,
    `        <h3>${escaped(client)}</h3>`,
    ...(install === undefined ? [] : [`        <p class="install"><code>${escaped(install)}</code></p>`]),
    `        <pre tabindex="0" aria-label="${escaped(client)}"><code>${escaped(code)}</code></pre>`,
    `        <p>${withCode(note)}</p>`,
    '      </section>',
  ].join('\n');

export const pageSection = (snippets: readonly Snippet[]): string => snippets.map(sectionOf).join('\n');
