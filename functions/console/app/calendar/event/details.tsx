/** What an event is, and the answer to its invitation. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { words } from '../../words/words.ts';
import { calendarName, calendarOf } from '../data/calendars.ts';
import type { PlacedEvent } from '../data/events.ts';
import { eventColor } from '../data/palette.ts';
import { preferences } from '../data/preferences.ts';
import { describeRecurrence } from '../recurrence/describe.ts';
import { formatWhen } from '../time/format.ts';
import { wallTime } from '../time/moments.ts';
import { isChangeable, ownResponse, titleOf } from './about.ts';
import { answerInvitation } from './act.ts';
import { Guests } from './guests.tsx';
import { plainText, safeLink } from './safe-text.ts';
import { describeStatus } from './status.ts';

const text = words.calendar;
const ANSWERS = ['accepted', 'declined', 'tentative'] as const;

const Line = ({ icon, children }: { readonly icon: IconName; readonly children: ComponentChildren }): JSX.Element => (
  <div class="detail">
    <Icon name={icon} />
    <div class="detail-text">{children}</div>
  </div>
);

/** An address that leads somewhere harmless is a link; any other is text. */
const Linked = ({ href, label = href }: { readonly href: string; readonly label?: string }): JSX.Element => {
  const target = safeLink(href);
  return target === undefined ? (
    <span>{label}</span>
  ) : (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
};

function Answer({ placed, onDone }: { readonly placed: PlacedEvent; readonly onDone: () => void }): JSX.Element {
  const response = ownResponse(placed);
  const [note, setNote] = useState(placed.event.attendees?.find(({ self }) => self === true)?.comment ?? '');
  return (
    <section class="answer" aria-label={text.invitation.title}>
      <p>{text.invitation.title}</p>
      <div class="row" role="group" aria-label={text.invitation.title}>
        {ANSWERS.map((answer) => (
          <button
            key={answer}
            type="button"
            class="button"
            aria-pressed={response === answer}
            onClick={() => {
              void answerInvitation(placed, answer, note).then((isDone) => {
                if (isDone) onDone();
              });
            }}
          >
            {text.invitation.answers[answer]}
          </button>
        ))}
      </div>
      <InputField label={text.invitation.note} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
    </section>
  );
}

export interface DetailsProps {
  readonly placed: PlacedEvent;
  /** Of the series, where the event is one of it. */
  readonly recurrence: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onExport: () => void;
}

export function Details({ placed, recurrence, onClose, onEdit, onDelete, onExport }: DetailsProps): JSX.Element {
  const { event, calendarId } = placed;
  const { zone } = preferences.get();
  const canChange = isChangeable(placed);
  const repeats = describeRecurrence(recurrence, wallTime(event.start, zone).slice(0, 10));
  const kind = text.kinds[event.eventType ?? 'default'];
  const video = event.conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri;
  const guests = event.attendees ?? [];
  const statusLines = describeStatus(event);
  return (
    <Dialog
      title={titleOf(placed)}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button button-quiet foot-start" onClick={onExport}>
            {text.files.exportEvent}
          </button>
          {canChange && (
            <button type="button" class="button button-danger" onClick={onDelete}>
              {words.common.delete}
            </button>
          )}
          {canChange && (
            <button type="button" class="button button-main" onClick={onEdit}>
              {text.edit}
            </button>
          )}
        </>
      }
    >
      <div
        class="event-details"
        ref={(element) => element?.style.setProperty('--event-color', eventColor(event, calendarId))}
      >
        {kind !== undefined && <p class="event-kind">{kind}</p>}
        <Line icon="clock">
          {formatWhen(event, zone)}
          {repeats !== '' && <p class="muted">{repeats}</p>}
        </Line>
        {statusLines.length > 0 && (
          <Line icon="focus">
            {statusLines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Line>
        )}
        {event.location !== undefined && event.location !== '' && <Line icon="pin">{event.location}</Line>}
        {video !== undefined && (
          <Line icon="video">
            <Linked href={video} label={text.join} />
            <p class="muted">{video}</p>
          </Line>
        )}
        {guests.length > 0 && (
          <Line icon="person">
            <Guests guests={guests} />
          </Line>
        )}
        {event.description !== undefined && event.description !== '' && (
          <Line icon="text">
            <p class="description">{plainText(event.description)}</p>
          </Line>
        )}
        {(event.attachments ?? []).map(({ fileUrl = '', title = fileUrl }) => (
          <Line key={fileUrl} icon="paperclip">
            <Linked href={fileUrl} label={title} />
          </Line>
        ))}
        {(event.visibility === 'private' || event.visibility === 'confidential') && (
          <Line icon="lock">{text.visibilities.private}</Line>
        )}
        <Line icon="calendar">{calendarName(calendarOf(calendarId) ?? { id: calendarId })}</Line>
        {ownResponse(placed) !== undefined && event.organizer?.self !== true && (
          <Answer placed={placed} onDone={onClose} />
        )}
      </div>
    </Dialog>
  );
}
