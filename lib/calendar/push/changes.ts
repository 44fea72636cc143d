/** What has changed in the table, in the terms of those who watch it. */
import type { Topic } from '#lib/calendar/model/channel';
import type { Watcher } from '#lib/calendar/stores/channels';

interface At {
  readonly atMs: number;
}

export type TableChange =
  /** The type is not known of an instance whose series is gone. */
  | (At & { readonly kind: 'event'; readonly calendarId: string; readonly eventType: string | undefined })
  /** Something that only one user sees of an event. */
  | (At & {
      readonly kind: 'ownPart';
      readonly calendarId: string;
      readonly email: string;
      readonly eventType?: string | undefined;
    })
  | (At & { readonly kind: 'cleared' | 'removed'; readonly calendarId: string })
  /** `isLess`: somebody may do less than before. */
  | (At & { readonly kind: 'rule'; readonly calendarId: string; readonly isLess: boolean })
  | (At & { readonly kind: 'entry' | 'setting'; readonly email: string })
  | (At & { readonly kind: 'opened'; readonly channelId: string });

/** One thing that people watch, with all that has happened to it. */
export interface TopicChange {
  readonly topic: Topic;
  /** The latest change. */
  readonly changedAtMs: number;
  /** Who is to be told: every channel, or those of one user, or those that care for one type. */
  readonly parts: readonly { readonly eventType?: string | undefined; readonly email?: string | undefined }[];
  /** Nobody can see it any more. */
  readonly isGone: boolean;
  /** Some may have lost their access. */
  readonly isLess: boolean;
}

const keyOf = ({ what, of }: Topic): string => `${what}#${of}`;

function concernsOfOne(change: TableChange): TopicChange[] {
  const concern = (topic: Topic, parts: TopicChange['parts'], marks: Partial<TopicChange> = {}): TopicChange => ({
    topic,
    changedAtMs: change.atMs,
    parts,
    isGone: false,
    isLess: false,
    ...marks,
  });
  const everyone = [{}];
  switch (change.kind) {
    case 'event':
      return [concern({ what: 'events', of: change.calendarId }, [{ eventType: change.eventType }])];
    case 'ownPart':
      return [
        concern({ what: 'events', of: change.calendarId }, [{ email: change.email, eventType: change.eventType }]),
      ];
    case 'cleared':
      return [concern({ what: 'events', of: change.calendarId }, everyone)];
    case 'removed':
      return (['events', 'acl'] as const).map((what) =>
        concern({ what, of: change.calendarId }, everyone, { isGone: true }),
      );
    case 'rule':
      return [
        concern({ what: 'acl', of: change.calendarId }, everyone, { isLess: change.isLess }),
        ...(change.isLess ? [concern({ what: 'events', of: change.calendarId }, [], { isLess: true })] : []),
      ];
    case 'entry':
      return [concern({ what: 'calendarList', of: change.email }, everyone)];
    case 'setting':
      return [concern({ what: 'settings', of: change.email }, everyone)];
    case 'opened':
      return [];
  }
}

/** However much has happened to a thing, it is one concern. */
export function topicChangesIn(changes: readonly TableChange[]): TopicChange[] {
  const concerns = new Map<string, TopicChange>();
  for (const concern of changes.flatMap(concernsOfOne)) {
    const before = concerns.get(keyOf(concern.topic));
    concerns.set(keyOf(concern.topic), {
      topic: concern.topic,
      changedAtMs: Math.max(concern.changedAtMs, before?.changedAtMs ?? 0),
      parts: [...(before?.parts ?? []), ...concern.parts],
      isGone: concern.isGone || (before?.isGone ?? false),
      isLess: concern.isLess || (before?.isLess ?? false),
    });
  }
  return [...concerns.values()];
}

/** Whether a channel is told: a filter by type lets through what has no known type. */
export const isConcerned = ({ parts }: TopicChange, { email, eventTypes }: Watcher): boolean =>
  parts.some(
    (part) =>
      (part.email === undefined || part.email === email) &&
      (part.eventType === undefined || eventTypes === undefined || eventTypes.includes(part.eventType)),
  );
