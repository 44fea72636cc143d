import { expect, test } from '@jest/globals';
import { requireStreams, useStreams } from '#lib/package/streams';

const ofTable = (table: string) => ({
  stream: { arn: { 'Fn::GetAtt': [table, 'StreamArn'] as const }, batchSize: 10 },
});
const RESTORED = 'arn:aws:dynamodb:us-east-1:1:table/t/stream/2026';

test('whoever reads the stream of a restored table reads its new one; everybody else stays', () => {
  const functions = {
    notify: { events: [ofTable('CalendarTable')] },
    poll: { events: [{ schedule: 'rate(1 minute)' }, ofTable('AdsTable')] },
    list: { events: [{ httpApi: 'ANY /' }] },
  };

  useStreams(functions, { CalendarTable: RESTORED, AdsTable: '' });

  expect(functions).toEqual({
    notify: { events: [{ stream: { arn: RESTORED, batchSize: 10 } }] },
    poll: { events: [{ schedule: 'rate(1 minute)' }, ofTable('AdsTable')] },
    list: { events: [{ httpApi: 'ANY /' }] },
  });
});

test('whoever reads the stream of a table that is left out has to be told which', () => {
  const functions = { notify: { events: [ofTable('CalendarTable')] } };

  expect(() => requireStreams(functions, ['CalendarTable'])).toThrow(
    'notify reads the stream of CalendarTable, which is left out',
  );
  expect(() => requireStreams(functions, ['BooksTable'])).not.toThrow();
  useStreams(functions, { CalendarTable: RESTORED });
  expect(() => requireStreams(functions, ['CalendarTable'])).not.toThrow();
});
