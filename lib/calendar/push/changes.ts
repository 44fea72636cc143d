/** Table changes, and which topics they change. */
import type { Topic } from '#lib/calendar/model/channel';
import type { Watcher } from '#lib/calendar/stores/channels';

interface At {
  readonly atMs: number;
}

export type TableChange =
  /** The type is unknown for an instance whose series is gone. */
  | (At & { readonly kind: 'event'; readonly calendarId: string; readonly eventType: string | undefined })
  /** A change of one user's overlay. */
  | (At & {
      readonly kind: 'ownPart';
      readonly calendarId: string;
      readonly email: string;
      readonly eventType?: string | undefined;
    })
  | (At & { readonly kind: 'cleared' | 'removed'; readonly calendarId: string })
  /** `reducesAccess`: somebody lost permissions. */
  | (At & { readonly kind: 'rule'; readonly calendarId: string; readonly reducesAccess: boolean })
  | (At & { readonly kind: 'entry' | 'setting'; readonly email: string })
  | (At & { readonly kind: 'opened'; readonly channelId: string });

/** All changes of one topic. */
export interface TopicChange {
  readonly topic: Topic;
  /** The latest change. */
  readonly changedAtMs: number;
  /** Which channels get a message: all, those of one user, or those that watch one type. */
  readonly parts: readonly { readonly eventType?: string | undefined; readonly email?: string | undefined }[];
  /** Nobody can see the topic any more. */
  readonly isGone: boolean;
  /** Some users may have lost access. */
  readonly reducesAccess: boolean;
}

const keyOf = ({ what, of }: Topic): string => `${what}#${of}`;

function topicChangesOf(change: TableChange): TopicChange[] {
  const topicChange = (topic: Topic, parts: TopicChange['parts'], marks: Partial<TopicChange> = {}): TopicChange => ({
    topic,
    changedAtMs: change.atMs,
    parts,
    isGone: false,
    reducesAccess: false,
    ...marks,
  });
  const everyone = [{}];
  switch (change.kind) {
    case 'event':
      return [topicChange({ what: 'events', of: change.calendarId }, [{ eventType: change.eventType }])];
    case 'ownPart':
      return [
        topicChange({ what: 'events', of: change.calendarId }, [{ email: change.email, eventType: change.eventType }]),
      ];
    case 'cleared':
      return [topicChange({ what: 'events', of: change.calendarId }, everyone)];
    case 'removed':
      return (['events', 'acl'] as const).map((what) =>
        topicChange({ what, of: change.calendarId }, everyone, { isGone: true }),
      );
    case 'rule':
      return [
        topicChange({ what: 'acl', of: change.calendarId }, everyone, { reducesAccess: change.reducesAccess }),
        ...(change.reducesAccess
          ? [topicChange({ what: 'events', of: change.calendarId }, [], { reducesAccess: true })]
          : []),
      ];
    case 'entry':
      return [topicChange({ what: 'calendarList', of: change.email }, everyone)];
    case 'setting':
      return [topicChange({ what: 'settings', of: change.email }, everyone)];
    case 'opened':
      return [];
  }
}

/** One entry for each topic, however many changes. */
export function topicChangesIn(changes: readonly TableChange[]): TopicChange[] {
  const byTopic = new Map<string, TopicChange>();
  for (const change of changes.flatMap(topicChangesOf)) {
    const before = byTopic.get(keyOf(change.topic));
    byTopic.set(keyOf(change.topic), {
      topic: change.topic,
      changedAtMs: Math.max(change.changedAtMs, before?.changedAtMs ?? 0),
      parts: [...(before?.parts ?? []), ...change.parts],
      isGone: change.isGone || (before?.isGone ?? false),
      reducesAccess: change.reducesAccess || (before?.reducesAccess ?? false),
    });
  }
  return [...byTopic.values()];
}

/** Whether a channel gets a message. A filter by type also lets changes of unknown type through. */
export const concernsWatcher = ({ parts }: TopicChange, { email, eventTypes }: Watcher): boolean =>
  parts.some(
    (part) =>
      (part.email === undefined || part.email === email) &&
      (part.eventType === undefined || eventTypes === undefined || eventTypes.includes(part.eventType)),
  );
