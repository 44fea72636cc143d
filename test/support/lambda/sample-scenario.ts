/** A day of a stage: the samples of `events/` in an order in which most succeed, and what they need before. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, DynamoDBRecord } from 'aws-lambda';
import { userIdFor, volumeId } from '#lib/books/model/ids';
import { request } from '#test/tools/measure/measure';
import { ANN, CATALOGUE, FILES, YOUNG } from './sample-uploads.ts';
import { functionOf, readSample, SAMPLES } from './samples.ts';
import { uploadsOf } from './uploads.ts';

export const BEN = 'ben@example.com';

/** What a stage offers to a scenario. */
export interface ScenarioStage {
  invoke(functionName: string, event: unknown): Promise<unknown>;
  token(email: string): Promise<string>;
  upload(key: string, text: string): Promise<void>;
  changes(table: 'calendar' | 'ads'): DynamoDBRecord[];
}

export interface Step {
  readonly title: string;
  readonly functionName: string;
  readonly answer: unknown;
}

const TEAM = /c_7f3e9a1b[0-9a-f]{56}@group\.calendar\.google\.com/g;
const WATCHED = 'o3hgv1538sdjfh8kq2l0zx9cvbn';
const VOLUME = 'zyTCAlFPjgYC';
const READER = '108412357722983146570';
const REPORT = 'AAAnOdc9I_GnxAB0';

const bodyOf = (answer: unknown): Record<string, unknown> =>
  JSON.parse((answer as APIGatewayProxyStructuredResultV2).body ?? '{}') as Record<string, unknown>;

const schedule = { version: '0', id: 'b1', 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

interface Teller {
  readonly steps: readonly Step[];
  step(title: string, functionName: string, event: unknown): Promise<unknown>;
  /** As Ann asks. */
  sample(path: string, replace?: Readonly<Record<string, string>>): Promise<unknown>;
  ask(email: string, functionName: string, method: string, url: string, body?: object): Promise<unknown>;
}

function teller({ invoke, token }: ScenarioStage): Teller {
  const steps: Step[] = [];
  const step: Teller['step'] = async (title, functionName, event) => {
    const answer = await invoke(functionName, event);
    steps.push({ title, functionName, answer });
    return answer;
  };
  return {
    steps,
    step,
    async sample(path, replace = {}) {
      const written = Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), readSample(path));
      const event = JSON.parse(
        written.replaceAll('Bearer TOKEN', `Bearer ${await token(ANN)}`),
      ) as APIGatewayProxyEventV2;
      // Answers are compared as text.
      const { 'accept-encoding': _packed, ...headers } = event.headers;
      return step(path, functionOf(path), { ...event, headers });
    },
    async ask(email, functionName, method, url, body) {
      return step(`${method} ${url}`, functionName, request(method, url, await token(email), body));
    },
  };
}

async function calendarDay(stage: ScenarioStage): Promise<readonly Step[]> {
  const { steps, step, sample, ask } = teller(stage);
  await ask(BEN, 'calendarCalendarList', 'GET', '/calendar/v3/users/me/calendarList');
  const team = String(bodyOf(await sample('calendar/calendars/insert'))['id']);
  const hour = (at: string) => ({ dateTime: `2026-03-18T${at}:00Z`, timeZone: 'Europe/Zurich' });
  const fields = { start: hour('09:00'), end: hour('10:00'), attendees: [{ email: BEN }] };
  const insert = (body: object) =>
    ask(ANN, 'calendarEvents', 'POST', '/calendar/v3/calendars/primary/events', { ...fields, ...body });
  await insert({ id: '0q3n8v1k5t7m2b9d4h6j0r3p5s', summary: 'Review' });
  await insert({ id: '5c1u8e2a6k9m3o7g0i4q2s6v8b', summary: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });
  const Records = stage.changes('calendar');
  await step('changes for guests', 'propagate', { Records });
  await step('changes for channels', 'notify', { Records });
  // Before there are channels: their receivers would be asked for, and waited for.
  await step('a minute later', 'deliverNotifications', schedule);
  await step('a minute later', 'sendLetters', schedule);
  await ask(BEN, 'calendarEvents', 'GET', '/calendar/v3/calendars/primary/events');
  let watched = WATCHED;
  for (const name of SAMPLES.calendar) {
    const text = readSample(`calendar/${name}`);
    const known = Object.fromEntries([...text.matchAll(TEAM)].map(([id]) => [id, team]));
    const encoded = Object.fromEntries(
      Object.entries(known).map(([from, to]) => [encodeURIComponent(from), encodeURIComponent(to)]),
    );
    const answer = await sample(`calendar/${name}`, { ...known, ...encoded, [WATCHED]: watched });
    if (name === 'events/watch') watched = String(bodyOf(answer)['resourceId']);
  }
  await step('more changes for guests', 'propagate', { Records: stage.changes('calendar') });
  await step('a minute later', 'sweepCalendars', schedule);
  await step('a quarter of an hour later', 'pullCalendars', schedule);
  await ask(ANN, 'batch', 'GET', '/calendar/v3/calendars/with%2Fslash/events');
  await ask(ANN, 'discovery', 'GET', '/discovery/v1/apis/calendar/v3/rest');
  await ask(ANN, 'discovery', 'GET', '/nowhere');
  await ask(ANN, 'hooks', 'POST', '/hooks/unknown');
  return steps;
}

/** Operations of our own, and sign-in. */
async function ownDay(stage: ScenarioStage): Promise<readonly Step[]> {
  const { steps, sample } = teller(stage);
  for (const name of SAMPLES.almanac) await sample(`almanac/${name}`);
  for (const name of SAMPLES.oauth) await sample(`oauth/${name}`);
  return steps;
}

async function booksDay(stage: ScenarioStage): Promise<readonly Step[]> {
  const { steps, step, sample } = teller(stage);
  await stage.upload('catalogue/books.csv', CATALOGUE);
  await step('imports/catalogue', 'importCatalogue', JSON.parse(readSample('imports/catalogue')));
  for (const name of SAMPLES.books)
    await sample(`books/${name}`, { [VOLUME]: volumeId('csv:keyes'), [READER]: userIdFor(ANN) });
  return steps;
}

async function adsDay(stage: ScenarioStage): Promise<readonly Step[]> {
  const { steps, step, sample } = teller(stage);
  for (const [key, text] of Object.entries(FILES)) await stage.upload(key, `${text}\n`);
  for (const key of Object.keys(FILES)) {
    const isSample = key.includes('custom_variables');
    await step(key, 'importAdvertising', isSample ? JSON.parse(readSample('imports/advertising')) : uploadsOf(key));
  }
  for (const name of SAMPLES.ads) await sample(`ads/${name}`, YOUNG);
  const report = String(bodyOf(await sample('ads/reports/request'))['id']);
  await step('what was ordered', 'pollReports', { Records: stage.changes('ads') });
  for (const name of SAMPLES.reports) await sample(`ads/${name}`, { [REPORT]: report });
  await step('a minute later', 'pollReports', schedule);
  await step('an hour later', 'pullReports', schedule);
  return steps;
}

/** The services side by side, as they do not meet. */
export async function sampleDay(stage: ScenarioStage): Promise<readonly Step[]> {
  return (await Promise.all([calendarDay(stage), booksDay(stage), adsDay(stage), ownDay(stage)])).flat();
}
