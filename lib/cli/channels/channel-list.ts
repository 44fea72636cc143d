/** The list of push messages, of changes that functions failed on, and of letters that were set aside. */
import { counted } from '#lib/api/text/counted';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { LetterSetAside } from '#lib/calendar/stores/letters';
import type { Discarded } from '#lib/stores/s3/discarded-records';

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** `5 min`, in the largest unit that fits. */
function duration(ms: number): string {
  const [length, name] = UNITS.find(([unit]) => ms >= unit) ?? [1_000, 's'];
  return `${String(Math.floor(ms / length))} ${name}`;
}

const ago = (atMs: number, nowMs: number): string => `${duration(Math.max(0, nowMs - atMs))} ago`;

/** Columns under their headings. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function nextStep({ lease }: Outbox, number: number, dueAtMs: number, nowMs: number): string {
  if (lease?.number === number && lease.untilMs > nowMs) return 'being sent';
  return dueAtMs > nowMs ? `next attempt in ${duration(dueAtMs - nowMs)}` : 'due now';
}

/** Tokens and paths of receivers may be secrets: they are not shown. */
function messageRows(outbox: Outbox, nowMs: number): string[][] {
  const { channel, waiting, dead } = outbox;
  const row = (
    { number, state, attempts }: { number: number; state: string; attempts: number },
    next: string,
  ): string[] => [
    channel.id,
    String(number),
    state,
    `${channel.topic.what} of ${channel.topic.of}`,
    new URL(channel.address).origin,
    String(attempts),
    next,
  ];
  return [
    ...waiting.map((message) => row(message, nextStep(outbox, message.number, message.dueAtMs, nowMs))),
    ...dead.map((letter) => row(letter, `given up ${ago(letter.diedAtMs, nowMs)}: ${letter.reason}`)),
  ];
}

function changeRow({ functionName, atMs, reason, records }: Discarded, nowMs: number): string[] {
  const calendars = [...new Set(records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S ?? '?'))];
  return [functionName, String(records.length), calendars.join(', '), `given up ${ago(atMs, nowMs)}: ${reason}`];
}

/** The text of a letter is private: it is not shown. */
const letterRow = ({ message, calendarId, eventId, atMs, reason }: LetterSetAside, nowMs: number): string[] => [
  message.id,
  message.to,
  `${message.calendar?.method ?? 'letter'} of ${eventId} in ${calendarId}`,
  `${ago(atMs, nowMs)}: ${reason}`,
];

export interface PendingList {
  /** Tables with headings, separated by empty lines; empty if there is nothing to show. */
  readonly lines: readonly string[];
  readonly summary: string;
}

export interface PendingWork {
  readonly outboxes: readonly Outbox[];
  readonly discarded: readonly Discarded[];
  readonly letters: readonly LetterSetAside[];
}

export function describePending({ outboxes, discarded, letters }: PendingWork, nowMs: number): PendingList {
  const messages = outboxes.flatMap((outbox) => messageRows(outbox, nowMs));
  const channels = counted(outboxes.length, 'open channel');
  if (messages.length + discarded.length + letters.length === 0)
    return { lines: [], summary: `Nothing waits and nothing was given up. ${channels}.` };
  const discardedMessages = outboxes.reduce((sum, { dead }) => sum + dead.length, 0);
  const changes = discarded.reduce((sum, { records }) => sum + records.length, 0);
  const tables = [
    table(['CHANNEL', 'NUMBER', 'STATE', 'WATCHES', 'RECEIVER', 'ATTEMPTS', 'WHAT IS NEXT'], messages),
    table(
      ['FUNCTION', 'CHANGES', 'OF', 'SINCE WHEN AND WHY'],
      discarded.map((one) => changeRow(one, nowMs)),
    ),
    table(
      ['LETTER', 'TO', 'ABOUT', 'SINCE WHEN AND WHY'],
      letters.map((one) => letterRow(one, nowMs)),
    ),
  ].filter(({ length }) => length > 1);
  return {
    lines: tables.flatMap((rows, index) => (index === 0 ? rows : ['', ...rows])),
    summary: [
      `${counted(messages.length - discardedMessages, 'message')} waiting, ${String(discardedMessages)} given up, ${counted(changes, 'change')} put aside, ${counted(letters.length, 'letter')} set aside. ${channels}.`,
      ...(messages.length + discarded.length > 0
        ? ['To try messages and changes again: npm run channels -- retry']
        : []),
      ...(letters.length > 0
        ? [
            'Letters are not sent again by themselves, as some may have arrived: ask their readers, then npm run channels -- retry --letter LETTER (or all).',
          ]
        : []),
    ].join('\n'),
  };
}
