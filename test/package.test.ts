import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { groups } from '#functions/catalog';
import { checkout, type Resource, type Template } from '#test/support/packaged';

// Each run of the framework takes seconds.
const ISSUERS = '[{"issuer":"https://id.example.com","jwksUri":"https://id.example.com/keys"}]';

const production = checkout();
const elsewhere = checkout();
let template: Template;
let unprotected: Template;

beforeAll(async () => {
  [template, unprotected] = await Promise.all([
    production.package('--stage', 'prod', '--param', `issuers=${ISSUERS}`),
    elsewhere.package(),
  ]);
});

afterAll(() => {
  production.remove();
  elsewhere.remove();
});

type Arn = Readonly<Record<'Fn::GetAtt', readonly [string, string]>>;

interface LambdaFunction {
  readonly Handler: string;
  readonly Role: Arn;
}

const ofType = <Properties>(type: string, { Resources } = template): [string, Resource<Properties>][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type) as [string, Resource<Properties>][];
const propertiesOf = <Properties>(type: string): Properties[] => ofType<Properties>(type).map(([, resource]) => resource.Properties);

const handlerOf = (arn: Arn): string | undefined =>
  ofType<LambdaFunction>('AWS::Lambda::Function').find(([id]) => id === arn['Fn::GetAtt'][0])?.[1].Properties.Handler;

test('a stage is packaged without credentials', () => {
  const names = propertiesOf<{ FunctionName: string }>('AWS::Lambda::Function').map(({ FunctionName }) => FunctionName.replace(/^almanac-prod-/, ''));
  const besideGroups = names.filter((name) => !/^(calendar|books|ads)[A-Z]/.test(name));

  expect(names).toHaveLength(groups.length + besideGroups.length);
  expect(besideGroups.toSorted()).toEqual([
    'batch',
    'deliverNotifications',
    'discovery',
    'importAdvertising',
    'importCatalogue',
    'notify',
    'pollReports',
    'propagate',
    'sweepCalendars',
  ]);
});

describe('routes', () => {
  interface Route {
    readonly RouteKey: string;
    readonly Target: { readonly 'Fn::Join': readonly [separator: string, parts: readonly [string, { readonly Ref: string }]] };
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
    return Object.fromEntries(propertiesOf<Route>('AWS::ApiGatewayV2::Route').map((route) => [route.RouteKey, handler(route)]));
  }

  test('are the declared paths, each to the function of its group', () => {
    const declared = groups.flatMap(({ folder, operations }) =>
      operations.map(({ pathTemplate }) => [`ANY ${pathTemplate}`, `dist/functions/${folder}/index.handler`]),
    );
    expect(handlersByRoute()).toEqual({
      ...Object.fromEntries(declared),
      'ANY /batch': 'dist/functions/batch/index.handler',
      'ANY /batch/calendar/v3': 'dist/functions/batch/index.handler',
      $default: 'dist/functions/discovery/index.handler',
    });
  });

  test('carry payload 2.0 on a stage without a prefix, and leave CORS to the functions', () => {
    expect(propertiesOf('AWS::ApiGatewayV2::Api')).toEqual([expect.not.objectContaining({ CorsConfiguration: expect.anything() })]);
    expect(propertiesOf('AWS::ApiGatewayV2::Stage')).toEqual([expect.objectContaining({ StageName: '$default' })]);
    const payloads = propertiesOf<Integration>('AWS::ApiGatewayV2::Integration').map(({ PayloadFormatVersion }) => PayloadFormatVersion);
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
    const mappings = propertiesOf<Mapping>('AWS::Lambda::EventSourceMapping');

    expect(mappings.map(({ FunctionName, EventSourceArn }) => [EventSourceArn['Fn::GetAtt'][0], handlerOf(FunctionName)]).toSorted()).toEqual([
      ['AdsTable', 'dist/functions/schedules/poll-reports.handler'],
      ['CalendarTable', 'dist/functions/streams/notify.handler'],
      ['CalendarTable', 'dist/functions/streams/propagate.handler'],
    ]);
    for (const { FunctionResponseTypes, BisectBatchOnFunctionError, DestinationConfig } of mappings.filter(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0] === 'CalendarTable')) {
      // What fails too often is put aside, not lost.
      const putAside = { OnFailure: { Destination: { 'Fn::GetAtt': ['Bucket', 'Arn'] } } };
      expect({ FunctionResponseTypes, BisectBatchOnFunctionError, DestinationConfig }).toEqual({ FunctionResponseTypes: ['ReportBatchItemFailures'], BisectBatchOnFunctionError: true, DestinationConfig: putAside });
    }
  });

  test('uploads under catalogue/ and ads-import/ reach their imports', () => {
    interface Rule {
      readonly EventPattern?: { readonly source: readonly string[]; readonly detail: { readonly object: { readonly key: readonly { readonly prefix: string }[] } } };
      readonly Targets: readonly { readonly Arn: Arn }[];
    }
    const rules = propertiesOf<Rule>('AWS::Events::Rule').flatMap(({ EventPattern, Targets }) =>
      EventPattern === undefined ? [] : Targets.map((target) => [...EventPattern.source, EventPattern.detail.object.key[0]?.prefix, handlerOf(target.Arn)]),
    );

    expect(rules).toEqual([
      ['aws.s3', 'catalogue/', 'dist/functions/imports/catalogue.handler'],
      ['aws.s3', 'ads-import/', 'dist/functions/imports/advertising.handler'],
    ]);
    expect(propertiesOf('AWS::S3::Bucket')).toContainEqual(expect.objectContaining({ NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } } }));
  });

  test('reports and notifications that are due, and calendars to be swept, are looked for every minute', () => {
    const rules = propertiesOf<{ ScheduleExpression?: string; Targets: { Arn: Arn }[] }>('AWS::Events::Rule').filter((rule) => rule.ScheduleExpression !== undefined);
    expect(rules.map(({ ScheduleExpression, Targets }) => [ScheduleExpression, ...Targets.map(({ Arn }) => handlerOf(Arn))])).toEqual([
      ['rate(1 minute)', 'dist/functions/schedules/poll-reports.handler'],
      ['rate(1 minute)', 'dist/functions/schedules/deliver-notifications.handler'],
      ['rate(1 minute)', 'dist/functions/schedules/sweep-calendars.handler'],
    ]);
  });
});

describe('bundles', () => {
  const files = (): string[] => propertiesOf<LambdaFunction>('AWS::Lambda::Function').map(({ Handler }) => Handler.replace(/\.handler$/, '.mjs'));

  test('need nothing but themselves', async () => {
    const handlers = files().map((file) => `typeof (await import('./${file}')).handler`);
    const kinds = await production.evaluate(`export default [${handlers.join(', ')}];`);
    expect(kinds).toEqual(files().map(() => 'function'));
  });

  test('are at most 400 KB, but for those that carry DuckDB', () => {
    const large = files().filter((file) => statSync(join(production.folder, file)).size > 400 * 1024);
    expect(large.filter((file) => !/ads\/reports|poll-reports|imports\/advertising/.test(file))).toEqual([]);
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
});

describe('permissions', () => {
  interface Statement {
    readonly Effect: string;
    readonly Action: readonly string[];
    readonly Resource: readonly (Arn | Readonly<Record<'Fn::Sub', string>>)[];
    readonly Condition?: unknown;
  }
  interface Role {
    readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }[];
  }
  const statementsOf = ({ Policies }: Role): Statement[] => Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const arnsOf = (role: Role): string[] =>
    statementsOf(role).flatMap(({ Resource: arns }) => arns.map((arn) => ('Fn::Sub' in arn ? arn['Fn::Sub'] : arn['Fn::GetAtt'].join('.'))));
  const roles = (): Role[] => propertiesOf<Role>('AWS::IAM::Role');

  test('come from one role for each function, and from nothing else', () => {
    const used = propertiesOf<LambdaFunction>('AWS::Lambda::Function').map(({ Role }) => Role['Fn::GetAtt'][0]);
    expect(new Set(used).size).toBe(used.length);
    const granting = Object.entries(template.Resources).filter(([, { Type }]) => Type.startsWith('AWS::IAM::'));
    expect(granting.map(([id]) => id).sort()).toEqual(used.sort());
    for (const role of roles()) expect(role).not.toHaveProperty('ManagedPolicyArns');
  });

  test('name their actions', () => {
    const actions = roles().flatMap(statementsOf).flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/^(dynamodb|s3|logs):[A-Za-z]+$/.test(action))).toEqual([]);
  });

  test('name their resources: a log group, a table, an index, a stream, a folder of the bucket', () => {
    const named = [
      /^[A-Za-z]+LogGroup\.Arn$/,
      /^(Calendar|Books|Ads)Table\.Arn$/,
      /^\$\{(Calendar|Books|Ads)Table\.Arn\}\/index\/[A-Za-z]+$/,
      /^(Calendar|Ads)Table\.StreamArn$/,
      /^Bucket\.Arn$/,
      /^\$\{Bucket\.Arn\}\/([a-z-]+|aws\/lambda)\/\*$/,
    ];
    const unnamed = roles().flatMap(arnsOf).filter((arn) => !named.some((pattern) => pattern.test(arn)));
    expect(unnamed).toEqual([]);
  });

  test('on the bucket itself end at the folders of the function', () => {
    const wholeBucket = roles().flatMap(statementsOf).filter(({ Resource: arns }) => arns.some((arn) => 'Fn::GetAtt' in arn && arn['Fn::GetAtt'][0] === 'Bucket'));
    expect(wholeBucket.length).toBeGreaterThan(0);
    // Lambda makes sure that the bucket is there before it puts failed changes aside in it: for notify and for propagate.
    expect(wholeBucket.filter(({ Condition }) => Condition === undefined).map(({ Action }) => Action)).toEqual([['s3:ListBucket'], ['s3:ListBucket']]);
    for (const { Action, Condition } of wholeBucket.filter((statement) => statement.Condition !== undefined)) {
      expect(Action).toEqual(['s3:ListBucket']);
      const { StringLike } = Condition as { StringLike: { 's3:prefix': string[] } };
      expect(StringLike['s3:prefix'].filter((prefix) => !/^[a-z-]+\/\*$/.test(prefix))).toEqual([]);
    }
  });

  test.each([
    ['calendar/events', ['CalendarEventsLogGroup.Arn', 'CalendarTable.Arn', '${CalendarTable.Arn}/index/byTime', '${CalendarTable.Arn}/index/byChange', '${CalendarTable.Arn}/index/byUid']],
    ['calendar/colors', ['CalendarColorsLogGroup.Arn', 'CalendarTable.Arn']],
    ['books/volumes', ['BooksVolumesLogGroup.Arn', 'BooksTable.Arn', '${Bucket.Arn}/search/*', 'Bucket.Arn']],
    ['ads/savedColumns', ['AdsSavedColumnsLogGroup.Arn', 'AdsTable.Arn']],
    ['discovery', ['DiscoveryLogGroup.Arn']],
  ])('of %s reach what it uses and no further', (folder, expected) => {
    const [owner] = propertiesOf<LambdaFunction>('AWS::Lambda::Function').filter(({ Handler }) => Handler === `dist/functions/${folder}/index.handler`);
    const [, role] = ofType<Role>('AWS::IAM::Role').find(([id]) => id === owner?.Role['Fn::GetAtt'][0]) ?? [];
    expect(role && arnsOf(role.Properties)).toEqual(expected);
  });
});

describe('tables', () => {
  const key = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
  const index = (IndexName: string, partition: string, sort: string) => ({ IndexName, KeySchema: key(partition, sort), Projection: { ProjectionType: 'ALL' } });

  test.each([
    ['calendar', { LocalSecondaryIndexes: [index('byTime', 'pk', 'timeKey'), index('byChange', 'pk', 'changeKey'), index('byUid', 'pk', 'uid')] }],
    ['books', { GlobalSecondaryIndexes: [index('byAlternate', 'gpk', 'gsk')] }],
    ['ads', { GlobalSecondaryIndexes: [index('byAlternate', 'gpk', 'gsk')] }],
  ])('%s: keys, indexes, and what keeps its data safe', (service, indexes) => {
    const tables = ofType<{ TableName: string }>('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(3);
    const [, table] = tables.find(([, { Properties }]) => Properties.TableName === `almanac-prod-${service}`) ?? [];
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        KeySchema: key('pk', 'sk'),
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
        ...indexes,
      },
    });
  });

  test('outside production they go with their stage', () => {
    for (const [, table] of ofType('AWS::DynamoDB::Table', unprotected)) {
      expect(table).toMatchObject({ DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    }
  });
});

describe('the bucket', () => {
  test('is private, encrypted, and clears up after itself', () => {
    expect(template.Resources['Bucket']).toMatchObject({
      Type: 'AWS::S3::Bucket',
      DeletionPolicy: 'Retain',
      Properties: {
        BucketName: 'almanac-prod',
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        BucketEncryption: { ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }] },
        LifecycleConfiguration: {
          Rules: [
            { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
            { Status: 'Enabled', Prefix: 'reports/', ExpirationInDays: 30 },
            { Status: 'Enabled', Prefix: 'aws/lambda/', ExpirationInDays: 14 },
          ],
        },
      },
    });
  });

  test('refuses what comes unencrypted, and allows nobody beyond the roles', () => {
    expect(template.Resources['BucketPolicy']?.Properties).toEqual({
      Bucket: { Ref: 'Bucket' },
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Sid: 'EncryptedConnectionsOnly',
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:*',
            Resource: [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, { 'Fn::Sub': '${Bucket.Arn}/*' }],
            Condition: { Bool: { 'aws:SecureTransport': false } },
          },
        ],
      },
    });
  });
});

describe('a stage without an issuer', () => {
  test.each([['package'], ['deploy']])('%s: refused, with the way to name one', async (command) => {
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
});
