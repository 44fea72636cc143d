import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { groups } from '#functions/catalog';
import { endpoints } from '#functions/oauth/endpoints';
import { type Registry, startRegistry } from '#test/support/http/registry';
import { checkout, type Checkout } from '#test/support/lambda/checkout';
import {
  ISSUERS,
  resourcesOf,
  type Arn,
  type LambdaFunction,
  usePackagedProduction,
} from '#test/support/lambda/packaged';
import { ALARMS } from '#test/tools/cost/team';
import { notDeployable } from '#test/tools/template/deployer';
import { danglingReferences, faultsOfProperties } from '#test/tools/template/descriptions';
import {
  queuesWithoutDeadLetters,
  tooLargeEnvironments,
  tooManyResources,
  unwatched,
} from '#test/tools/template/rules';

const production = usePackagedProduction();

const { ofType, propertiesOf } = resourcesOf(() => production.template);

const handlerOf = (arn: Arn): string | undefined =>
  ofType<LambdaFunction>('AWS::Lambda::Function').find(([id]) => id === arn['Fn::GetAtt'][0])?.[1].Properties.Handler;

test('a stage is packaged without credentials', () => {
  const names = propertiesOf<{ FunctionName: string }>('AWS::Lambda::Function').map(({ FunctionName }) =>
    FunctionName.replace(/^almanac-prod-/, ''),
  );
  const besideGroups = names.filter((name) => !/^(calendar|books|ads|almanac)[A-Z]/.test(name));

  expect(names).toHaveLength(groups.length + besideGroups.length);
  expect(besideGroups.toSorted()).toEqual([
    'batch',
    'console',
    'deliverNotifications',
    'discovery',
    'hooks',
    'importAdvertising',
    'importCatalogue',
    'notify',
    'oauth',
    'pollReports',
    'propagate',
    'pullCalendars',
    'pullReports',
    'sendLetters',
    'sweepCalendars',
  ]);
});

describe('the template', () => {
  test.each([
    ['fits the published descriptions of its resources', faultsOfProperties],
    ['refers to what there is', danglingReferences],
    ['has at most 400 resources', tooManyResources],
    ['can be deployed with lib/package/template/deployer-policy.json', notDeployable],
    ['gives every queue one for what fails', queuesWithoutDeadLetters],
    ['has alarms for every function and queue', unwatched],
    ['leaves functions room in their environment', tooLargeEnvironments],
  ])('%s', (_name, faultsOf) => {
    expect(faultsOf(production.template)).toEqual([]);
  });
});

test('there are as many alarms as the bill is reckoned with', () => {
  expect(ofType('AWS::CloudWatch::Alarm')).toHaveLength(ALARMS);
});

test('every alarm is explained', () => {
  const guide = readFileSync(new URL('../../../OPERATIONS.md', import.meta.url), 'utf8');

  expect(
    ofType('AWS::CloudWatch::Alarm')
      .map(([id]) => id)
      .filter((id) => !guide.includes(`\`${id}\``)),
  ).toEqual([]);
});

test('the dashboard has no more than the 50 metrics that CloudWatch gives away', () => {
  const [body] = propertiesOf<{ DashboardBody: { 'Fn::Sub': string } }>('AWS::CloudWatch::Dashboard').map(
    ({ DashboardBody }) => DashboardBody['Fn::Sub'],
  );
  const { widgets } = JSON.parse(body ?? '') as { widgets: { properties: { metrics?: unknown[] } }[] };
  const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);

  expect(metrics.length).toBeGreaterThan(30);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

describe('routes', () => {
  interface Route {
    readonly RouteKey: string;
    readonly Target: {
      readonly 'Fn::Join': readonly [separator: string, parts: readonly [string, { readonly Ref: string }]];
    };
  }
  interface Integration {
    readonly IntegrationUri: Arn;
    readonly PayloadFormatVersion: string;
  }

  function handlersByRoute(): Record<string, string | undefined> {
    const integrations = new Map(ofType<Integration>('AWS::ApiGatewayV2::Integration'));
    const handler = ({ Target }: Route): string | undefined => {
      const integration = integrations.get(Target['Fn::Join'][1][1].Ref);
      return integration && handlerOf(integration.Properties.IntegrationUri);
    };
    return Object.fromEntries(
      propertiesOf<Route>('AWS::ApiGatewayV2::Route').map((route) => [route.RouteKey, handler(route)]),
    );
  }

  test('are the declared paths, each to the function of its group', () => {
    const declared = groups.flatMap(({ folder, operations }) =>
      operations.map(({ pathTemplate }) => [`ANY ${pathTemplate}`, `dist/functions/${folder}/index.handler`]),
    );
    const signIn = endpoints.flatMap(({ routes }) =>
      routes.map((route) => [route.replace(/^\w+/, 'ANY'), 'dist/functions/oauth/index.handler']),
    );
    expect(handlersByRoute()).toEqual({
      ...Object.fromEntries([...declared, ...signIn]),
      'ANY /batch': 'dist/functions/batch/index.handler',
      'ANY /batch/calendar/v3': 'dist/functions/batch/index.handler',
      'ANY /calendar/v3/calendars/{path+}': 'dist/functions/batch/index.handler',
      'ANY /calendar/v3/users/me/calendarList/{path+}': 'dist/functions/batch/index.handler',
      'ANY /console': 'dist/functions/console/index.handler',
      'ANY /console/{path+}': 'dist/functions/console/index.handler',
      'ANY /calendar/event': 'dist/functions/console/index.handler',
      'POST /hooks/{id}': 'dist/functions/hooks/index.handler',
      $default: 'dist/functions/discovery/index.handler',
    });
  });

  test('carry payload 2.0 on a stage without a prefix, and leave CORS to the functions', () => {
    expect(propertiesOf('AWS::ApiGatewayV2::Api')).toEqual([
      expect.not.objectContaining({ CorsConfiguration: expect.anything() }),
    ]);
    expect(propertiesOf('AWS::ApiGatewayV2::Stage')).toEqual([expect.objectContaining({ StageName: '$default' })]);
    const payloads = propertiesOf<Integration>('AWS::ApiGatewayV2::Integration').map(
      ({ PayloadFormatVersion }) => PayloadFormatVersion,
    );
    expect(new Set(payloads)).toEqual(new Set(['2.0']));
  });
});

describe('functions', () => {
  test('run on Node 24 on arm64, with the names of the stage', () => {
    for (const properties of propertiesOf('AWS::Lambda::Function')) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Environment: {
          Variables: {
            STAGE: 'prod',
            CALENDAR_TABLE: 'almanac-prod-calendar',
            BOOKS_TABLE: 'almanac-prod-books',
            ADS_TABLE: 'almanac-prod-ads',
            BUCKET: 'almanac-prod',
            ISSUERS,
          },
        },
      });
    }
  });

  test('changes of the tables reach those who act on them, and only the records that failed come again', () => {
    interface Mapping {
      readonly FunctionName: Arn;
      readonly EventSourceArn: Arn;
      readonly FunctionResponseTypes: readonly string[];
      readonly BisectBatchOnFunctionError: boolean;
      readonly DestinationConfig?: unknown;
    }
    const mappings = propertiesOf<Mapping>('AWS::Lambda::EventSourceMapping').filter(
      ({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][1] === 'StreamArn',
    );

    expect(
      mappings
        .map(({ FunctionName, EventSourceArn }) => [EventSourceArn['Fn::GetAtt'][0], handlerOf(FunctionName)])
        .toSorted(),
    ).toEqual([
      ['AdsTable', 'dist/functions/schedules/poll-reports.handler'],
      ['CalendarTable', 'dist/functions/streams/notify.handler'],
      ['CalendarTable', 'dist/functions/streams/propagate.handler'],
    ]);
    for (const { FunctionResponseTypes, BisectBatchOnFunctionError, DestinationConfig } of mappings.filter(
      ({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0] === 'CalendarTable',
    )) {
      // What fails too often is put aside, not lost.
      const putAside = { OnFailure: { Destination: { 'Fn::GetAtt': ['Bucket', 'Arn'] } } };
      expect({ FunctionResponseTypes, BisectBatchOnFunctionError, DestinationConfig }).toEqual({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        DestinationConfig: putAside,
      });
    }
  });

  test('uploads under catalogue/ and ads-import/ reach their imports through a queue, one at a time', () => {
    interface Rule {
      readonly EventPattern?: {
        readonly detail: { readonly object: { readonly key: readonly { readonly prefix: string }[] } };
      };
      readonly Targets: readonly { readonly Arn: Arn; readonly SqsParameters?: unknown }[];
    }
    interface Mapping {
      readonly FunctionName: Arn;
      readonly EventSourceArn: Arn;
      readonly BatchSize: number;
    }
    const rules = propertiesOf<Rule>('AWS::Events::Rule').flatMap(({ EventPattern, Targets }) =>
      EventPattern === undefined
        ? []
        : Targets.map((target) => [
            EventPattern.detail.object.key[0]?.prefix,
            target.Arn['Fn::GetAtt'][0],
            target.SqsParameters,
          ]),
    );
    const consumers = propertiesOf<Mapping>('AWS::Lambda::EventSourceMapping').filter(({ EventSourceArn }) =>
      EventSourceArn['Fn::GetAtt'][0].endsWith('Uploads'),
    );

    expect(rules).toEqual([
      ['catalogue/', 'CatalogueUploads', { MessageGroupId: 'uploads' }],
      ['ads-import/', 'AdvertisingUploads', { MessageGroupId: 'uploads' }],
    ]);
    expect(
      consumers.map(({ EventSourceArn, FunctionName, BatchSize }) => [
        EventSourceArn['Fn::GetAtt'][0],
        handlerOf(FunctionName),
        BatchSize,
      ]),
    ).toEqual([
      ['CatalogueUploads', 'dist/functions/imports/catalogue.handler', 1],
      ['AdvertisingUploads', 'dist/functions/imports/advertising.handler', 1],
    ]);
    for (const id of ['CatalogueUploads', 'AdvertisingUploads']) {
      expect(production.template.Resources[id]?.Properties).toMatchObject({
        FifoQueue: true,
        VisibilityTimeout: 930,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['FailedUploads', 'Arn'] }, maxReceiveCount: 3 },
      });
    }
    expect(propertiesOf('AWS::S3::Bucket')).toContainEqual(
      expect.objectContaining({
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      }),
    );
  });

  test('reports, notifications and letters that are due, and calendars to be swept, are looked for every minute; people who move in are pulled', () => {
    const rules = propertiesOf<{ ScheduleExpression?: string; Targets: { Arn: Arn }[] }>('AWS::Events::Rule').filter(
      (rule) => rule.ScheduleExpression !== undefined,
    );
    expect(
      rules.map(({ ScheduleExpression, Targets }) => [ScheduleExpression, ...Targets.map(({ Arn }) => handlerOf(Arn))]),
    ).toEqual([
      ['rate(1 minute)', 'dist/functions/queues/send-letters.handler'],
      ['rate(1 minute)', 'dist/functions/schedules/poll-reports.handler'],
      ['rate(1 hour)', 'dist/functions/schedules/pull-reports.handler'],
      ['rate(1 minute)', 'dist/functions/schedules/deliver-notifications.handler'],
      ['rate(15 minutes)', 'dist/functions/schedules/pull-calendars.handler'],
      ['rate(1 minute)', 'dist/functions/schedules/sweep-calendars.handler'],
    ]);
  });
});

describe('bundles', () => {
  const files = (): string[] =>
    propertiesOf<LambdaFunction>('AWS::Lambda::Function').map(({ Handler }) => Handler.replace(/\.handler$/, '.mjs'));

  test('need nothing but themselves', async () => {
    const handlers = files().map((file) => `typeof (await import('./${file}')).handler`);
    const kinds = await production.evaluate(`export default [${handlers.join(', ')}];`);
    expect(kinds).toEqual(files().map(() => 'function'));
  });

  test('are at most 400 KB', () => {
    const large = files().filter((file) => statSync(join(production.alone, file)).size > 400 * 1024);
    expect(large).toEqual([]);
  });

  test('the one of the documents brings the documents and the page along', async () => {
    const paths = ['/', '/assets/swagger-ui-bundle.js', '/openapi.json', '/discovery/v1/apis/calendar/v3/rest'];
    const statuses = await production.evaluate(`
      import { handler } from './dist/functions/discovery/index.mjs';
      const get = async (rawPath) => {
        const requestContext = { requestId: 'r', domainName: 'almanac.example', http: { method: 'GET', path: rawPath } };
        return (await handler({ version: '2.0', rawPath, rawQueryString: '', headers: {}, requestContext }, {})).statusCode;
      };
      export default await Promise.all(${JSON.stringify(paths)}.map(get));
    `);
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  test('the one of the console brings its files along', async () => {
    const statuses = await production.evaluate(`
      import { handler } from './dist/functions/console/index.mjs';
      const get = (rawPath) => {
        const requestContext = { requestId: 'r', domainName: 'almanac.example', http: { method: 'GET', path: rawPath } };
        return handler({ version: '2.0', rawPath, rawQueryString: '', headers: {}, requestContext }, {});
      };
      const page = await get('/console');
      const files = [...page.body.matchAll(/"([/]console[/]files[/][^"]+)"/g)].map(([, path]) => path);
      const answers = await Promise.all(files.map(get));
      const kinds = ['css', 'js'].map((kind) => files.some((path) => path.endsWith('.' + kind)));
      export default [page.statusCode, ...kinds, ...new Set(answers.map(({ statusCode }) => statusCode))];
    `);
    expect(statuses).toEqual([200, true, true, 200]);
  });
});

describe('a stage that cannot be, on a machine for which the library of reports would be fetched first', () => {
  let registry: Registry;
  let elsewhere: Checkout;

  beforeAll(async () => {
    registry = await startRegistry('@duckdb/node-bindings-linux-arm64', '1.0.0');
    elsewhere = checkout({ lacksDuckDb: true, environment: registry.environment });
  });

  afterAll(() => registry.stop());

  test.each([['package'], ['deploy']])('%s without an issuer: refused, with the way to name one', async (command) => {
    const { exitCode, output } = await elsewhere.serverless(command, '--stage', 'dev');
    expect(exitCode).toBe(1);
    expect(output).toContain("Stage 'dev' names no token issuer");
    expect(output).toContain("--param 'issuers=[");
  });

  test('the laptop is not deployed', async () => {
    const { exitCode, output } = await elsewhere.serverless('deploy');
    expect(exitCode).toBe(1);
    expect(output).toContain("Stage 'local' is the laptop.");
  });

  test('nothing is fetched or built for any of them', () => {
    expect(registry.asked()).toEqual([]);
    expect(existsSync(join(elsewhere.folder, 'dist'))).toBe(false);
  });
});
