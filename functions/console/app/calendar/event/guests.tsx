import type { JSX } from 'preact';
import { words } from '../../words/words.ts';
import type { CalendarEvent } from '../data/api.ts';

const text = words.calendar;

export type Attendee = NonNullable<CalendarEvent['attendees']>[number];

const SIGNS: Readonly<Record<string, string>> = { accepted: '✓', declined: '✕', tentative: '?', needsAction: '·' };

/** Who is invited, and what they answered. */
export const Guests = ({ guests }: { readonly guests: readonly Attendee[] }): JSX.Element => (
  <ul class="guests" aria-label={text.guests}>
    {guests.map(({ email = '', displayName, responseStatus = 'needsAction', optional, organizer, comment }) => (
      <li key={email} class={`guest guest-${responseStatus}`}>
        <span class="guest-sign" aria-hidden="true">
          {SIGNS[responseStatus] ?? '·'}
        </span>
        <span class="guest-name">
          {displayName ?? email}
          <span class="muted">
            {[
              text.responses[responseStatus],
              organizer === true ? text.organizer : undefined,
              optional === true ? text.optional : undefined,
            ]
              .filter((one) => one !== undefined)
              .map((one) => ` · ${one}`)
              .join('')}
          </span>
          {comment !== undefined && comment !== '' && <q class="guest-comment">{comment}</q>}
        </span>
      </li>
    ))}
  </ul>
);
