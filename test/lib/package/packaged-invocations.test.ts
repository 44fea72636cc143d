/**
 * What Lambda does around the packaged functions: freezes, ends in the middle, events that come again.
 * @modules own
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2, DynamoDBBatchResponse } from 'aws-lambda';
import { openLambdaStage, type LambdaStage } from '#test/support/lambda/lambda-stage';
import { packagedProduction } from '#test/support/lambda/packaged';
import { packagedFunctions, type PackagedFunctions } from '#test/support/lambda/packaged-functions';
import { BEN } from '#test/support/lambda/sample-scenario';
import { ANN } from '#test/support/lambda/sample-uploads';
import { uploadsOf } from '#test/support/lambda/uploads';
import type { LambdaProcess } from '#test/tools/lambda/lambda-process';
import { request } from '#test/tools/measure/measure';

let functions: PackagedFunctions;
let stage: LambdaStage;
const running: LambdaProcess[] = [];
const kept = new Map<string, Promise<LambdaProcess>>();

beforeAll(async () => {
  functions = packagedFunctions(await packagedProduction());
  stage = await openLambdaStage();
});
afterEach(() => {
  stage.interfere();
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()));
  await stage.stop();
});

async function start(name: string, environment: Readonly<Record<string, string>> = {}): Promise<LambdaProcess> {
  const started = await functions.start(name, { ...stage, environment: { ...stage.environment, ...environment } });
  running.push(started);
  return started;
}

/** The process that tests share. */
function warm(name: string): Promise<LambdaProcess> {
  const started = kept.get(name) ?? start(name);
  kept.set(name, started);
  return started;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: {
    readonly items?: readonly { readonly id: string; readonly summary?: string }[];
    readonly totalItems?: number;
  };
}

async function ask(
  { invoke }: LambdaProcess,
  method: string,
  url: string,
  body?: object,
  email = ANN,
): Promise<Answer> {
  const { answer } = await invoke(request(method, url, await stage.token(email), body));
  const { statusCode, body: text = '' } = answer as APIGatewayProxyStructuredResultV2;
  return { status: statusCode, body: JSON.parse(text === '' ? '{}' : text) as Answer['body'] };
}

const EVENTS = '/calendar/v3/calendars/primary/events';
const meeting = (id: string, more: object = {}) => ({
  id,
  summary: id,
  start: { date: '2026-03-18' },
  end: { date: '2026-03-19' },
  ...more,
});

/** Lets the first call that `isMeant` begin, or end, and answers it never: resolves when that has come to pass. */
function hangAt(moment: 'before' | 'after', isMeant: (name: string, input: string) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let isOver = false;
  stage.interfere(async ({ name, input }, work) => {
    if (isOver || !isMeant(name, JSON.stringify(input))) return work();
    isOver = true;
    if (moment === 'after') await work();
    resolve(undefined);
    return new Promise(() => undefined);
  });
  return promise;
}

test('a function that was frozen answers the next request, though its connections were closed meanwhile', async () => {
  const events = await warm('calendarEvents');
  expect((await ask(events, 'GET', EVENTS)).status).toBe(200);

  events.freeze();
  stage.database.closeIdle();
  const next = ask(events, 'GET', EVENTS);
  events.thaw();

  expect((await next).status).toBe(200);
});

describe('a function whose time is over in the middle of a write', () => {
  test.each([
    ['before', 'has written nothing, and the request can be sent again', 200],
    ['after', 'has written all of it, and the request sent again says so', 409],
  ] as const)('%s the database did it %s', async (moment, _what, status) => {
    const id = `timeout${moment.replaceAll(/[^a-v]/g, '')}`;
    const hanging = hangAt(moment, (name, input) => name === 'TransactWriteItems' && input.includes(id));
    const first = await start('calendarEvents');
    const lost = ask(first, 'POST', EVENTS, meeting(id));
    await hanging;
    await Promise.all([first.kill(), expect(lost).rejects.toThrow('SIGKILL')]);

    const second = await warm('calendarEvents');
    const again = await ask(second, 'POST', EVENTS, meeting(id));
    const { body } = await ask(second, 'GET', EVENTS);

    expect(again.status).toBe(status);
    expect(body.items?.filter((event) => event.id === id)).toHaveLength(1);
  });

  test('leaves an import to the next delivery, which brings the whole file', async () => {
    const books = Array.from({ length: 60 }, (_, place) => `cut-${String(place)},Gannet ${String(place)}`);
    await stage.upload('catalogue/cut.csv', `id,title\n${books.join('\n')}\n`);
    const hanging = hangAt('after', (name, input) => name.includes('Write') && input.includes('Gannet'));
    const first = await start('importCatalogue');
    const lost = first.invoke(uploadsOf('catalogue/cut.csv'));
    await hanging;
    await Promise.all([first.kill(), expect(lost).rejects.toThrow('SIGKILL')]);

    await (await warm('importCatalogue')).invoke(uploadsOf('catalogue/cut.csv'));

    expect((await ask(await warm('booksVolumes'), 'GET', '/books/v1/volumes?q=gannet')).body.totalItems).toBe(60);
  });
});

describe('an event that is delivered twice', () => {
  test('brings a catalogue in once', async () => {
    await stage.upload('catalogue/twice.csv', 'id,title\ntwice-1,Avocet\ntwice-2,Avocets\n');
    const { invoke } = await warm('importCatalogue');
    await invoke(uploadsOf('catalogue/twice.csv'));
    await invoke(uploadsOf('catalogue/twice.csv'));

    const found = await ask(await start('booksVolumes'), 'GET', '/books/v1/volumes?q=avocet');

    expect(found.body.totalItems).toBe(2);
  });

  test('at the same time, to two processes, brings advertising in once', async () => {
    const entities = [
      'AGENCY,71,,,,Agency,Active',
      'ADVERTISER,72,71,,,Shoes,Active',
      'ACCOUNT,73,72,123-123-1234,,Account,Active',
      'CAMPAIGN,74,73,,901,Campaign,Active',
    ];
    await stage.upload(
      'ads-import/entities.csv',
      `level,legacyId,parentLegacyId,newCustomerId,newId,name,status\n${entities.join('\n')}\n`,
    );
    await stage.upload('ads-import/access.csv', `subject,agencyId,role\n${ANN},71,WRITE\n`);
    const [one, other] = await Promise.all([start('importAdvertising'), start('importAdvertising')]);
    await one.invoke(uploadsOf('ads-import/access.csv'));
    await Promise.all([one, other].map(({ invoke }) => invoke(uploadsOf('ads-import/entities.csv'))));

    const { invoke } = await start('adsReports');
    const { answer } = await invoke(
      request('GET', '/doubleclicksearch/v2/agency/71/advertiser/72/idmapping?alt=media', await stage.token(ANN)),
    );

    const { statusCode, body = '' } = answer as APIGatewayProxyStructuredResultV2;
    expect(statusCode).toBe(200);
    expect(body.split('\n').filter((line) => /\b901\b/.test(line))).toHaveLength(1);
  });

  test('at the same time, sweeps a calendar once', async () => {
    const events = await warm('calendarEvents');
    await ask(events, 'POST', EVENTS, meeting('tobeswept'));
    await ask(await start('calendarCalendars'), 'POST', '/calendar/v3/calendars/primary/clear');

    const sweepers = await Promise.all([start('sweepCalendars'), start('sweepCalendars')]);
    const swept = await Promise.all(sweepers.map(({ invoke }) => invoke({ source: 'aws.events' })));

    expect(swept.map(({ answer }) => answer)).toEqual([null, null]);
    expect((await ask(events, 'GET', EVENTS)).body.items).toEqual([]);
  });
});

test('of a batch of a stream in which one record fails, that one is named, and the others are done', async () => {
  const [events, propagate] = [await warm('calendarEvents'), await start('propagate')];
  await ask(events, 'GET', EVENTS, undefined, BEN);
  stage.changes('calendar');
  for (const id of ['good1', 'bad22', 'good3'])
    await ask(events, 'POST', EVENTS, meeting(id, { attendees: [{ email: BEN }] }));
  const Records = stage.changes('calendar').filter(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S?.startsWith('E#'));
  const invited = async () =>
    (await ask(events, 'GET', EVENTS, undefined, BEN)).body.items?.map(({ id }) => id).toSorted();

  stage.interfere(({ input }, work) =>
    JSON.stringify(input).includes('bad22') ? Promise.reject(new Error('The disk is full.')) : work(),
  );
  const { answer } = await propagate.invoke({ Records });
  stage.interfere();

  const bad = Records.find(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S?.includes('bad22'));
  expect((answer as DynamoDBBatchResponse).batchItemFailures).toEqual([
    { itemIdentifier: bad?.dynamodb?.SequenceNumber },
  ]);
  expect(await invited()).toEqual(['good1', 'good3']);

  expect((await propagate.invoke({ Records: [bad] })).answer).toEqual({ batchItemFailures: [] });
  expect(await invited()).toEqual(['bad22', 'good1', 'good3']);
});

test('a function with the role of another is refused by the database', async () => {
  const stranger = await start('calendarEvents', { AWS_ACCESS_KEY_ID: 'almanac-prod-booksVolumes' });

  const { status } = await ask(stranger, 'GET', EVENTS);

  expect(status).toBe(500);
  expect(stranger.log()).toContain('almanac-prod-calendar');
  expect(stranger.log()).toContain('is not authorized to perform: dynamodb:');
});

test.each([
  // Of the same table, but without the files below them.
  [
    'searches',
    'booksVolumes',
    'almanac-prod-booksBookshelves',
    () => request('GET', '/books/v1/volumes?q=refused', ''),
  ],
  ['imports', 'importAdvertising', 'almanac-prod-adsConversion', () => uploadsOf('ads-import/entities.csv')],
])('a function that %s with the role of another is refused by the storage', async (_does, name, role, event) => {
  await stage.upload('catalogue/refused.csv', 'id,title\nrefused-1,Refused\n');
  await (await warm('importCatalogue')).invoke(uploadsOf('catalogue/refused.csv'));
  const stranger = await start(name, { AWS_ACCESS_KEY_ID: role, BOOKS_WITHOUT_KEY: 'serve' });

  const answer = await stranger.invoke(event()).then((run) => JSON.stringify(run.answer), String);

  expect(`${answer} ${stranger.log()}`).toContain(
    `${role.slice('almanac-prod-'.length)} is not authorized to perform: s3:GetObject on resource: arn:aws:s3:::almanac-prod/`,
  );
});
