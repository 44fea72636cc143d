/** Keys as they stand in tables that are in use: another form would not find what earlier versions have stored. */
import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Entity, TreeLevel } from '#lib/ads/model/entity';
import * as ads from '#lib/stores/dynamodb/ads/keys';
import * as books from '#lib/stores/dynamodb/books/keys';
import * as calendar from '#lib/stores/dynamodb/calendar/items/keys';
import type { Key } from '#lib/stores/dynamodb/item';
import * as platform from '#lib/stores/dynamodb/platform/platform-keys';
import { WHOLE_PATH } from '#test/support/ads/lineage';

const text = ({ pk, sk }: Key): string => `${pk} | ${sk}`;
const LONG = 'x'.repeat(2_000);
const shortened = (most: number): string => `${'x'.repeat(Math.floor((most - 65) / 3))}.${hash('sha256', LONG)}`;

describe('in the table of calendars', () => {
  const C = 'work@group.calendar.google.com';

  test.each<[Key, string]>([
    [calendar.calendarKey(C), `${C} | META`],
    [calendar.ruleKey(C, 'user:a@x.ch'), `${C} | ACL#user:a@x.ch`],
    [calendar.icalAddressKey(C), `${C} | ICAL`],
    [calendar.subscriberKey(C, 'a@x.ch'), `${C} | SUB#a@x.ch`],
    [calendar.userKey('a@x.ch'), 'U#a@x.ch | META'],
    [calendar.entryKey('a@x.ch', C), `U#a@x.ch | L#${C}`],
    [calendar.eventKey(C, 'abc'), `${C} | E#abc`],
    [calendar.outlineKey(C, 'abc', '2026-03'), `${C} | R#2026-03#a`],
    [calendar.outlineKey(C, 'abc', 'endless'), `${C} | R#endless#a9`],
    [calendar.milestoneKey(C, 1_772_438_400_000, 64), `${C} | T#001772438400000#000000000064`],
    [calendar.overlayKey('a@x.ch', C, 'abc'), `U#a@x.ch | O#${C}#abc`],
    [calendar.holderKey('a@x.ch', C, 'abc_20260324'), `${C} | H#abc_20260324#a@x.ch`],
    [calendar.jobKey({ kind: 'clear', calendarId: C }), `JOBS | clear#${C}#`],
    [calendar.jobKey({ kind: 'revoke', calendarId: C, ruleId: 'default' }), `JOBS | revoke#${C}#default`],
    [calendar.groupsKey, 'GROUPS | #'],
    [calendar.groupKey('team@x.ch'), 'GROUPS | G#team@x.ch'],
    [calendar.watcherKey({ what: 'events', of: C }, 'ch'), `CH#events#${C} | C#ch`],
    [calendar.outboxKey('ch'), 'OUTBOX#5 | C#ch'],
    [calendar.outboxKey('a channel with a longer id'), 'OUTBOX#4 | C#a channel with a longer id'],
    [calendar.renewalKey(5, 'ch'), 'RENEWALS | D#000000000000005#ch'],
    [calendar.waitingKey('a@x.ch', C, 'abc'), `WAIT#a@x.ch | I#${C}#abc`],
    [calendar.letterKey('beef'), 'MAIL#b | beef'],
    [calendar.mailingKey('beef'), 'MAILING#3 | beef'],
    [calendar.mailingKey('1eef'), 'MAILING#1 | 1eef'],
    [calendar.reminderKey(C, 'a@x.ch'), `REMINDERS | ${C}#a@x.ch`],
    [calendar.pulledPersonKey('a@x.ch'), 'PULLED | P#a@x.ch'],
    [calendar.pulledCalendarKey('a@x.ch', C), `PULLED#a@x.ch | C#${C}`],
    [calendar.untakenKey('a@x.ch', { what: 'event', id: 'e', calendarId: C }), `PULLED#a@x.ch | X#event#${C}#e`],
    [calendar.untakenKey('a@x.ch', { what: 'rule', id: 'e' }), 'PULLED#a@x.ch | X#rule##e'],
  ])('%j is %s', (key, expected) => {
    expect(text(key)).toBe(expected);
  });

  test('long ids are cut, and instances stay behind their series', () => {
    expect(calendar.calendarKey(LONG).pk).toBe(shortened(256));
    expect(calendar.entryKey('a', LONG).sk).toBe(`L#${shortened(256)}`);
    expect(calendar.eventKey('c', LONG).sk).toBe(`E#${shortened(700)}`);
    for (const suffix of ['_20260324', '_20260324T130000Z'])
      expect(calendar.eventKey('c', LONG + suffix).sk).toBe(`E#${shortened(700)}${suffix}`);
    expect(calendar.eventKey('c', `${LONG}_20260324T13`).sk).not.toContain('_2026');
    expect(calendar.uidKey(LONG)).toBe(shortened(700));
    expect(calendar.watcherKey({ what: 'hook', of: LONG }, LONG)).toEqual({
      pk: `CH#hook#${shortened(700)}`,
      sk: `C#${shortened(700)}`,
    });
  });

  test('ranges begin and end where they should', () => {
    expect(calendar.outlinesFrom('2026-03')).toEqual({ from: 'R#2026-03', to: 'R#~' });
    expect(calendar.milestoneRanges(5)).toEqual({
      before: { from: 'T#', to: 'T#000000000000005#~' },
      after: { from: 'T#000000000000005#~', to: 'T#~' },
    });
    expect(calendar.milestoneRanges(-1).before.to).toBe('T#000000000000000#~');
    expect([0, 1, 63, 64, 128].map(calendar.isMilestone)).toEqual([true, false, false, true, true]);
    expect(calendar.holderPrefixes('abc')).toEqual(['H#abc#', 'H#abc_']);
    expect(calendar.groupsRange).toEqual({ from: '#', to: 'G$' });
    expect(calendar.waitingRange).toEqual({ from: 'I#', to: 'I#~' });
    expect(calendar.setAsideRange).toEqual({ from: 'A#', to: 'A#~' });
    expect(calendar.setAsideKey(7)).toBe('A#000000000000007');
    expect([calendar.dueKey(7), calendar.dueKey(7.2)]).toEqual(['D#000000000000007', 'D#000000000000008']);
    expect(calendar.remindersOf('c')).toBe('c#');
    expect(calendar.overlayPrefix('c')).toBe('O#c#');
    expect(calendar.changeKey('E', 12)).toBe('E#000000000012');
    expect(calendar.changesAfter('A', 12)).toMatchObject({ from: 'A#000000000013', to: 'A#~' });
    expect(calendar.dueUntil(7)).toMatchObject({ from: 'D#000000000000000', to: 'D#000000000000007' });
    expect(calendar.seqOf('E#000000000012')).toBe(12);
  });

  test('what is spread is spread over these partitions', () => {
    expect(calendar.outboxPks).toEqual(Array.from({ length: 8 }, (_, shard) => `OUTBOX#${String(shard)}`));
    expect(calendar.mailingPks).toEqual(Array.from({ length: 4 }, (_, shard) => `MAILING#${String(shard)}`));
    expect(calendar.letterPks).toEqual([...'0123456789abcdef'].map((digit) => `MAIL#${digit}`));
  });
});

describe('in the table of ads', () => {
  test.each<[Key, string]>([
    [ads.grantKey({ subject: 'a@x.ch', agencyId: '1' }), 'GRANT#a@x.ch | 1#*'],
    [ads.grantKey({ subject: 'a@x.ch', agencyId: '1', advertiserId: '2' }), 'GRANT#a@x.ch | 1#2'],
    [ads.refKey({ space: 'legacy', kind: 'CAMPAIGN', id: '3' }), 'ENTITY#CAMPAIGN#3 | ENTITY'],
    [ads.refKey({ space: 'new', kind: 'ACCOUNT', customerId: '9' }), 'CUSTOMER#9 | ACCOUNT'],
    [ads.refKey({ space: 'new', kind: 'AD_GROUP', customerId: '9', id: '4' }), 'CUSTOMER#9 | AD_GROUP#4'],
    [
      ads.refKey({ space: 'new', kind: 'CRITERION', customerId: '9', adGroupId: '4', id: '5' }),
      'CUSTOMER#9 | CRITERION#4#5',
    ],
    [ads.visitKey('click'), 'VISIT#click | VISIT'],
    [ads.activityKey('2', '7'), 'ADVERTISER#2 | SETUP#ACTIVITY#7'],
    [ads.variableKey('2', 'METRIC', 'u1'), 'ADVERTISER#2 | SETUP#VARIABLE#METRIC#u1'],
    [ads.savedColumnKey('2', 'ROI'), 'ADVERTISER#2 | COLUMN#ROI'],
    [ads.markKey('2', '7'), 'ADVERTISER#2 | MARK#7'],
    [ads.pastMarkKey('2', '7', 5), 'ADVERTISER#2 | PASTMARK#7#000000000000005'],
    [ads.conversionKey({ advertiserId: '2', conversionId: 'c', timestampMs: 5 }), 'CONVERSIONS#2 | 000000000000005#c'],
    [ads.bookmarkKey('r', 5), 'BOOKMARK#r | 000000000005'],
    [ads.importLockKey, 'LOCK#IMPORT | LOCK'],
    [ads.scheduleKey('weekly'), 'SCHEDULES | weekly'],
    [ads.reportKey('id'), 'REPORT#id | REPORT'],
    [ads.turnKey('a@x.ch'), 'TURN#a@x.ch | TURN'],
    [ads.turnKey('a@x.ch', 'BYTES'), 'TURN#a@x.ch | BYTES'],
  ])('%j is %s', (key, expected) => {
    expect(text(key)).toBe(expected);
  });

  const modern = { customerId: '9', campaignId: '14', adGroupId: '15', criterionId: '16', adId: '17' };
  const entity = (level: TreeLevel, more: object = { modern }): Entity => ({
    level,
    legacy: WHOLE_PATH,
    name: 'n',
    status: 'Active',
    networkTimeZone: 'UTC',
    ...more,
  });

  test.each<[TreeLevel, string[]]>([
    ['ADVERTISER', ['ENTITY#ADVERTISER#2 | ENTITY', 'CUSTOMER#9 | ADVERTISER']],
    ['ACCOUNT', ['ENTITY#ACCOUNT#3 | ENTITY', 'CUSTOMER#9 | ACCOUNT']],
    ['CAMPAIGN', ['ENTITY#CAMPAIGN#4 | ENTITY', 'CUSTOMER#9 | CAMPAIGN#14']],
    ['AD_GROUP', ['ENTITY#AD_GROUP#5 | ENTITY', 'CUSTOMER#9 | AD_GROUP#15']],
    ['KEYWORD', ['ENTITY#CRITERION#6 | ENTITY', 'CUSTOMER#9 | CRITERION#15#16']],
    ['PRODUCT_GROUP', ['ENTITY#CRITERION#6 | ENTITY', 'CUSTOMER#9 | CRITERION#15#16']],
    ['TARGET', ['ENTITY#CRITERION#6 | ENTITY', 'CUSTOMER#9 | CRITERION#15#16']],
    ['AD', ['ENTITY#AD#7 | ENTITY', 'CUSTOMER#9 | AD#15#17']],
  ])('an entity of the level %s has both its keys', (level, keys) => {
    expect(ads.entityKeys(entity(level)).map(text)).toEqual(keys);
    expect(ads.entityKeys(entity(level, {})).map(text)).toEqual(keys.slice(0, 1));
  });

  test('an entity has no new key where the new experience has no id for it', () => {
    const { criterionId: _criterion, adId: _ad, ...others } = modern;
    for (const level of ['KEYWORD', 'AD'] as const)
      expect(ads.entityKeys(entity(level, { modern: others }))).toHaveLength(1);
    expect(ads.entityKeys(entity('AGENCY', {})).map(text)).toEqual(['ENTITY#AGENCY#1 | ENTITY']);
  });

  test('ranges begin and end where they should', () => {
    expect(ads.conversionRange(5, 9)).toEqual(['000000000000005#', '000000000000009']);
    expect(ads.conversionRange(-5, -1)).toEqual(['000000000000000#', '000000000000000']);
    expect(ads.openReportKey(5, 'id')).toEqual({ gpk: 'REPORTS#OPEN', gsk: '000000000000005#id' });
    expect(ads.dsIdPartition('d')).toBe('DS#d');
    expect([ads.GRANTS, ads.MARKS, ads.SETUP.all]).toEqual(['GRANTS', 'MARKS', 'SETUP#']);
  });
});

describe('in the table of books', () => {
  test.each<[Key, string]>([
    [books.volumeKey('v'), 'V#v | VOLUME'],
    [books.identifierItemKey('ISBN#978', 'v'), 'I#ISBN#978 | v'],
    [books.readerKey('7'), 'U#7 | USER'],
    [books.shelfKey('7', 3), 'U#7 | S#000000003'],
    [books.placementKey('7', 3, 2, 'a0'), 'U#7#S#3 | R#000002#a0'],
    [books.libraryKey('7', 'v'), 'U#7#L | v'],
    [books.indexPointerKey, 'INDEX | CURRENT'],
    [books.catalogueIdKey, 'INDEX | CATALOGUE'],
  ])('%j is %s', (key, expected) => {
    expect(text(key)).toBe(expected);
  });
});

describe('in every table', () => {
  test.each<[Key, string]>([
    [platform.apiKeyKey('h'), 'KEYS# | h'],
    [platform.quotaKey('b', 5), 'QUOTA#b | 5'],
    [platform.issuerKeyKey('kid'), 'ISSUERKEYS# | kid'],
    [platform.revocationKey(5, 'id'), 'REVOKED# | 000000000000005#id'],
    [platform.revocationKey(-5, 'id'), 'REVOKED# | 000000000000000#id'],
  ])('%j is %s', (key, expected) => {
    expect(text(key)).toBe(expected);
  });
});
