/** The cover of a volume; one is drawn from the title where there is none. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { VolumeInfo } from './books.ts';

const LINE_LENGTH = 13;
const MAX_LINES = 5;
const HUES = 360;

const hueOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003, 7) % HUES;

/** Words in lines; what does not fit is cut with an ellipsis. */
function linesOf(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > LINE_LENGTH ? `${word.slice(0, LINE_LENGTH - 1)}…` : word);
  }
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1] ?? ''}…`];
}

function DrawnCover({ title = '?', authors = [] }: VolumeInfo): JSX.Element {
  const hue = hueOf(title);
  return (
    <svg class="cover" viewBox="0 0 120 176" aria-hidden="true" focusable="false">
      <rect width="120" height="176" rx="4" fill={`hsl(${String(hue)} 42% 34%)`} />
      <rect width="9" height="176" rx="4" fill={`hsl(${String(hue)} 46% 26%)`} />
      <path d="M22 22h76M22 150h76" stroke={`hsl(${String(hue)} 50% 78%)`} stroke-width="1.5" />
      {linesOf(title).map((line, index) => (
        <text key={index} x="60" y={50 + index * 17} fill="#fff" font-size="13" font-weight="600" text-anchor="middle">
          {line}
        </text>
      ))}
      <text x="60" y="166" fill={`hsl(${String(hue)} 50% 86%)`} font-size="9" text-anchor="middle">
        {(authors[0] ?? '').slice(0, 22)}
      </text>
    </svg>
  );
}

/** Pictures of other schemes are forbidden by the page's policy. */
const isAllowed = (url: string | undefined): url is string => url !== undefined && url.startsWith('https://');

export function Cover({ info }: { readonly info: VolumeInfo }): JSX.Element {
  const [isBroken, setBroken] = useState(false);
  const picture = info.imageLinks?.['thumbnail'] ?? info.imageLinks?.['smallThumbnail'];
  if (!isAllowed(picture) || isBroken) return <DrawnCover {...info} />;
  return (
    <img
      class="cover"
      src={picture}
      alt=""
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => {
        setBroken(true);
      }}
    />
  );
}
