import { describe, expect, test } from '@jest/globals';
import { GIVEN_UP } from '#lib/ads/reports/run/report';
import { COPY_NOT_MADE } from '#lib/calendar/guests/copy-allowance';
import { reportPost } from '#lib/calendar/guests/mail/send-once';
import { EXPANSIONS_CUT } from '#lib/calendar/recurrence/budget';
import { alarmResources, type WatchedFunction } from '#lib/package/alarms';
import { dashboardResource } from '#lib/package/dashboard';
import { COUNTED_LINES } from '#lib/package/log-metrics';

const answering: WatchedFunction = { name: 'things', prefix: 'Things', events: [{ httpApi: 'ANY /things' }] };
const following: WatchedFunction = {
  name: 'follow',
  prefix: 'Follow',
  events: [{ stream: { arn: 'arn:of:a:stream' } }],
};
const importing: WatchedFunction = {
  name: 'bring',
  prefix: 'Bring',
  events: [{ sqs: { arn: { 'Fn::GetAtt': ['Uploads', 'Arn'] } } }],
};

const idsOf = (functions: readonly WatchedFunction[], deadLetters: readonly string[] = []): string[] =>
  Object.entries(alarmResources('test', functions, deadLetters, ''))
    .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    .map(([id]) => id);
const ALWAYS = idsOf([]);

describe('alarms follow from the functions that there are', () => {
  test.each<[string, WatchedFunction, string[]]>([
    ['one that answers requests is watched with its API', answering, []],
    ['one that reads a stream', following, ['FollowErrorsAlarm', 'FollowAgeAlarm']],
    ['one that reads a queue', importing, ['BringErrorsAlarm', 'UploadsAgeAlarm']],
  ])('%s', (_name, watched, ids) => {
    expect(idsOf([watched]).filter((id) => !ALWAYS.includes(id))).toEqual(ids);
  });

  test('what is kept apart is looked at', () => {
    expect(idsOf([], ['Failed']).filter((id) => !ALWAYS.includes(id))).toEqual(['FailedAlarm']);
  });

  test('whoever gives an address is told, else whoever subscribes', () => {
    expect(alarmResources('test', [], [], 'ops@example.com')['AlarmTopic']?.Properties).toEqual({
      TopicName: 'almanac-test-alarms',
      Subscription: [{ Protocol: 'email', Endpoint: 'ops@example.com' }],
    });
    expect(alarmResources('test', [], [], '')['AlarmTopic']?.Properties).toEqual({ TopicName: 'almanac-test-alarms' });
  });
});

describe('lines that are counted', () => {
  /** The few forms of CloudWatch's patterns that are in use: `{ $.a = "text" && $.b > 0 }`. */
  const fits = (pattern: string, line: Readonly<Record<string, unknown>>): boolean =>
    pattern
      .slice(1, -1)
      .split('&&')
      .every((term) => {
        const [, name = '', operator, value = ''] = /^\s*\$\.(\w+) (=|>) (.+?)\s*$/.exec(term) ?? [];
        return operator === '>' ? Number(line[name]) > Number(value) : line[name] === JSON.parse(value);
      });
  const patternOf = (metric: string): string => COUNTED_LINES.find((line) => line.metric === metric)?.pattern ?? '';

  test.each([
    ['lettersSetAside', { setAside: 1 }, true],
    ['lettersSetAside', { setAside: 0 }, false],
    ['lettersOverCeiling', { overCeiling: 300 }, true],
    ['lettersOverCeiling', { overCeiling: 0 }, false],
  ])('%s, of a run with %o: %s', (metric, some, isCounted) => {
    const lines: Record<string, unknown>[] = [];
    const log = {
      info: (message: string, fields = {}) => void lines.push({ message, ...fields }),
      error: () => undefined,
    };

    reportPost({ sent: 1, setAside: 0, again: 0, overCeiling: 0, ...some }, log);

    expect(lines.map((line) => fits(patternOf(metric), line))).toEqual([isCounted]);
  });

  test.each([
    ['expansionsCut', 'ExpansionsCutAlarm', EXPANSIONS_CUT],
    ['copiesNotMade', 'CopiesNotMadeAlarm', COPY_NOT_MADE],
  ])('%s is counted, and wakes nobody', (metric, alarm, message) => {
    expect(fits(patternOf(metric), { message })).toBe(true);
    expect(ALWAYS).not.toContain(alarm);
  });

  test("a report that failed for its owner's fault is none of them", () => {
    expect(
      fits(patternOf('reportsGivenUp'), { message: GIVEN_UP, reason: 'reportUnavailableInternalServerError' }),
    ).toBe(true);
    expect(fits(patternOf('reportsGivenUp'), { message: GIVEN_UP, reason: 'reportUnavailableRequestError' })).toBe(
      false,
    );
  });
});

test('a dashboard shows the alarms, and the functions by their names', () => {
  const { Properties } = dashboardResource({
    stage: 'test',
    functions: [answering, following],
    tables: [],
    alarms: ['One'],
  });
  const body = (Properties['DashboardBody'] as { 'Fn::Sub': string })['Fn::Sub'];
  const { widgets } = JSON.parse(body) as { widgets: { properties: { metrics?: unknown[]; alarms?: string[] } }[] };

  expect(widgets[0]?.properties.alarms).toEqual(['${One.Arn}']);
  expect(widgets.flatMap(({ properties }) => properties.metrics ?? [])).toContainEqual([
    'AWS/Lambda',
    'IteratorAge',
    'FunctionName',
    '${FollowLambdaFunction}',
  ]);
});
