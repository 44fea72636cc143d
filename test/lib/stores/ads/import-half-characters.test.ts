/**
 * JSON can write half of a character that UTF-16 has in two parts. No database keeps it, so its row is refused by its
 * line.
 */
import { expect, test } from '@jest/globals';
import { stores } from '#test/support/ads/advertising';
import { importText, newAdsIds } from '#test/support/ads/import-files';

const activity = (advertiserId: string, activityId: number, name: string, more = '') =>
  `{"advertiserId":"${advertiserId}","groupId":1,"groupName":"Sales","conversionType":"ACTION","activityId":${String(activityId)},"activityName":"${name}"${more}}`;

test('texts: the lines around it are imported', async () => {
  const { advertiser } = newAdsIds();

  const report = await importText(
    'floodlight.ndjson',
    [
      activity(advertiser, 1, 'Plain'),
      activity(advertiser, 2, String.raw`First half \ud83d`),
      activity(advertiser, 3, String.raw`Both \ud83d\ude00`),
      activity(advertiser, 4, String.raw`\ude00 second half`),
      activity(advertiser, 5, 'Elsewhere', String.raw`,"note":{"\ud83d":1}`),
    ].join('\n'),
  );

  expect(report).toMatchObject({ rows: 2, badLines: 3, problems: [{ line: 2 }, { line: 4 }, { line: 5 }] });
  const { activities } = await stores.advertisers.setup(advertiser);
  expect(activities.map(({ activityName }) => activityName).toSorted()).toEqual(['Both 😀', 'Plain']);
});

const definition = String.raw`{"kind":"formula","formula":"clicks","note":"\ud83d"}`;

test.each([
  [
    'within a line of JSON',
    'saved_columns.ndjson',
    (id: string) => `{"advertiserId":${id},"name":"Half","type":"Number","definition":${definition}}\n`,
    1,
  ],
  [
    'in JSON that is a text of a line',
    'saved_columns.ndjson',
    (id: string) => `{"advertiserId":${id},"name":"Half","type":"Number","definition":${JSON.stringify(definition)}}\n`,
    1,
  ],
  [
    'in JSON that is a cell of a table',
    'saved_columns.csv',
    (id: string) => `advertiserId,name,type,definition\n${id},Half,Number,"${definition.replaceAll('"', '""')}"\n`,
    2,
  ],
])('values that are JSON themselves, %s', async (_where, name, text, line) => {
  const { advertiser } = newAdsIds();

  const report = await importText(name, text(advertiser));

  expect(report).toMatchObject({ rows: 0, badLines: 1, problems: [{ line }] });
});
