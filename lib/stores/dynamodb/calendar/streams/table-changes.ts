/**
 * Reads the records of the table's stream. What nobody watches is left out: keys, quota, jobs, subscribers, and
 * removals by the database.
 */
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { atLeast, isRole } from '#lib/calendar/model/roles';
import type { TableChange } from '#lib/calendar/push/changes';
import {
  calendarKey,
  channelPrefix,
  entryPrefix,
  eventPrefix,
  outboxPks,
  overlaysPrefix,
  rulePrefix,
  userKey,
} from '#lib/stores/dynamodb/calendar/items/keys';

type Image = Readonly<Record<string, AttributeValue>>;

interface Written {
  readonly pk: string;
  readonly sk: string;
  readonly atMs: number;
  readonly before: Image | undefined;
  readonly after: Image;
}

const USERS = userKey('').pk;
const META = calendarKey('').sk;

const text = (image: Image | undefined, name: string): string | undefined => image?.[name]?.S;
const number = (image: Image | undefined, name: string): string | undefined => image?.[name]?.N;
const isMoved = ({ before, after }: Written, name: string): boolean => text(before, name) !== text(after, name);

/**
 * A change that only one user sees moves an event to the end of the changes, and nothing else; one that all know
 * already moves nothing.
 */
function eventChange(written: Written): TableChange[] {
  const { pk, atMs, before, after } = written;
  if (number(before, 'sharedSeq') === number(after, 'sharedSeq') || !isMoved(written, 'changeKey')) return [];
  return [{ kind: 'event', calendarId: pk, eventType: text(after, 'eventType') ?? formerType(after), atMs }];
}

/** Versions before 0.3 kept the type in the event's map, and that of an exception's series beside it. */
const formerType = (after: Image): string | undefined =>
  after['event']?.M?.['eventType']?.S ?? text(after, 'seriesType');

function ruleChange(written: Written): TableChange[] {
  if (!isMoved(written, 'changeKey')) return [];
  const [before = 'none', after = 'none'] = [text(written.before, 'role'), text(written.after, 'role')];
  const reducesAccess = isRole(before) && isRole(after) && !atLeast(after, before);
  return [{ kind: 'rule', calendarId: written.pk, reducesAccess, atMs: written.atMs }];
}

/** Whoever loses access is told in any case: the channel ends. */
const endsAccess = (change: TableChange): boolean => change.kind === 'rule' && change.reducesAccess;

function calendarChange({ pk, atMs, before, after }: Written): TableChange[] {
  if (after['isRemoved']?.BOOL === true)
    return before?.['isRemoved']?.BOOL === true ? [] : [{ kind: 'removed', calendarId: pk, atMs }];
  return before !== undefined && number(before, 'clearedSeq') !== number(after, 'clearedSeq')
    ? [{ kind: 'cleared', calendarId: pk, atMs }]
    : [];
}

const isQuiet = (image: Image | undefined): boolean => image?.['isQuiet']?.BOOL === true;

/** Whether a setting has another value now, and its channels are to be told. */
function hasNewSetting({ before, after }: Written): boolean {
  const former = before?.['settings']?.M ?? {};
  return Object.entries(after['settings']?.M ?? {}).some(
    ([id, { M: setting }]) => setting?.['value']?.S !== former[id]?.M?.['value']?.S && !isQuiet(setting),
  );
}

function userItemChange(written: Written): TableChange[] {
  const { pk, sk, atMs, before, after } = written;
  const email = pk.slice(USERS.length);
  if (sk === META) return before !== undefined && hasNewSetting(written) ? [{ kind: 'setting', email, atMs }] : [];
  if (sk.startsWith(entryPrefix)) return isMoved(written, 'changeKey') ? [{ kind: 'entry', email, atMs }] : [];
  if (sk.startsWith(overlaysPrefix))
    return [
      {
        kind: 'ownPart',
        calendarId: sk.slice(overlaysPrefix.length, sk.lastIndexOf('#')),
        email,
        eventType: text(after, 'eventType'),
        atMs,
      },
    ];
  return [];
}

/** Everything else that happens to an outbox is done by those who send. */
const outboxChange = ({ sk, atMs, before, after }: Written): TableChange[] =>
  number(before, 'openedAtMs') === number(after, 'openedAtMs')
    ? []
    : [{ kind: 'opened', channelId: sk.slice(channelPrefix.length), atMs }];

/** Nothing that people can remove leaves the table at once: a record of a removal tells nothing new. */
export function readChange({ dynamodb = {} }: DynamoDBRecord): TableChange[] {
  const { Keys, OldImage: before, NewImage: after, ApproximateCreationDateTime: seconds = 0 } = dynamodb;
  const [pk = '', sk = ''] = [Keys?.['pk']?.S, Keys?.['sk']?.S];
  if (after === undefined) return [];
  const written: Written = { pk, sk, atMs: seconds * 1000, before, after };
  if (isQuiet(after)) return sk.startsWith(rulePrefix) ? ruleChange(written).filter(endsAccess) : [];
  if (pk.startsWith(USERS)) return userItemChange(written);
  if (outboxPks.includes(pk)) return outboxChange(written);
  if (sk.startsWith(eventPrefix)) return eventChange(written);
  if (sk.startsWith(rulePrefix)) return ruleChange(written);
  return sk === META ? calendarChange(written) : [];
}
