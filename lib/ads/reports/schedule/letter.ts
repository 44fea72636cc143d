/** The letter that tells of a scheduled report. */
import { hash } from 'node:crypto';
import { counted } from '#lib/api/text/counted';

export interface Letter {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
}

export interface Told {
  readonly name: string;
  readonly title: string;
  readonly day: string;
  readonly to: string;
  /** An address of the page that needs no token. */
  readonly link: string;
  /** Where the files are in the bucket. */
  readonly place: string;
  readonly rows: number;
  readonly at: Date;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The same for the same day, however often it is written. */
export function letterOf({ name, title, day, to, link, place, rows, at }: Told): Letter {
  const text = [
    `${title} "${name}" of ${day}: ${counted(rows, 'row')}.`,
    '',
    `The page, for some hours: ${link}`,
    `The files, for as long as the schedule keeps them: ${place}`,
    '',
  ].join('\n');
  return {
    id: hash('sha256', JSON.stringify([name, day, to])),
    to,
    subject: `${name}, ${day}`,
    text,
    html: `<p>${escape(`${title} "${name}" of ${day}: ${counted(rows, 'row')}.`)}</p><p><a href="${escape(link)}">The page</a>, for some hours. The files: <code>${escape(place)}</code></p>`,
    date: at,
  };
}
