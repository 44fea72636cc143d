/** Who reaches the data of a stage, and what keeps it safe. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { checkout } from '#test/support/lambda/checkout';
import {
  packagedProduction,
  resourcesOf,
  type Arn,
  type LambdaFunction,
  type Template,
} from '#test/support/lambda/packaged';

let template: Template;

beforeAll(async () => {
  ({ template } = await packagedProduction());
});

const { ofType, propertiesOf } = resourcesOf(() => template);

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
  const statementsOf = ({ Policies }: Role): Statement[] =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const arnsOf = (role: Role): string[] =>
    statementsOf(role).flatMap(({ Resource: arns }) =>
      arns.map((arn) => ('Fn::Sub' in arn ? arn['Fn::Sub'] : arn['Fn::GetAtt'].join('.'))),
    );
  const roles = (): Role[] => propertiesOf<Role>('AWS::IAM::Role');

  test('come from one role for each function, and from nothing else', () => {
    const used = propertiesOf<LambdaFunction>('AWS::Lambda::Function').map(({ Role }) => Role['Fn::GetAtt'][0]);
    expect(new Set(used).size).toBe(used.length);
    const granting = Object.entries(template.Resources).filter(([, { Type }]) => Type.startsWith('AWS::IAM::'));
    expect(granting.map(([id]) => id).sort()).toEqual(used.sort());
    for (const role of roles()) expect(role).not.toHaveProperty('ManagedPolicyArns');
  });

  test('name their actions', () => {
    const actions = roles()
      .flatMap(statementsOf)
      .flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/^(dynamodb|s3|sqs|logs):[A-Za-z]+$/.test(action))).toEqual([]);
  });

  test('name their resources: a log group, a table, an index, a stream, a queue, a folder of the bucket', () => {
    const named = [
      /^[A-Za-z]+LogGroup\.Arn$/,
      /^(Calendar|Books|Ads|SignIn)Table\.Arn$/,
      /^\$\{(Calendar|Books|Ads)Table\.Arn\}\/index\/[A-Za-z]+$/,
      /^\$\{(Calendar|Ads)Table\.Arn\}\/stream\/\*$/,
      /^((Catalogue|Advertising)Uploads|PushRetries|Letters)\.Arn$/,
      /^Bucket\.Arn$/,
      /^\$\{Bucket\.Arn\}\/([a-z-]+|aws\/lambda)\/\*$/,
    ];
    const unnamed = roles()
      .flatMap(arnsOf)
      .filter((arn) => !named.some((pattern) => pattern.test(arn)));
    expect(unnamed).toEqual([]);
  });

  test('on the bucket itself end at the folders of the function', () => {
    const wholeBucket = roles()
      .flatMap(statementsOf)
      .filter(({ Resource: arns }) => arns.some((arn) => 'Fn::GetAtt' in arn && arn['Fn::GetAtt'][0] === 'Bucket'));
    expect(wholeBucket.length).toBeGreaterThan(0);
    // Lambda makes sure that the bucket is there before it puts failed changes aside in it: for notify and for
    // propagate.
    expect(wholeBucket.filter(({ Condition }) => Condition === undefined).map(({ Action }) => Action)).toEqual([
      ['s3:ListBucket'],
      ['s3:ListBucket'],
    ]);
    for (const { Action, Condition } of wholeBucket.filter((statement) => statement.Condition !== undefined)) {
      expect(Action).toEqual(['s3:ListBucket']);
      const { StringLike } = Condition as { StringLike: { 's3:prefix': string[] } };
      expect(StringLike['s3:prefix'].filter((prefix) => !/^[a-z-]+\/\*$/.test(prefix))).toEqual([]);
    }
  });

  test.each([
    [
      'calendar/events',
      [
        'CalendarEventsLogGroup.Arn',
        'CalendarTable.Arn',
        '${CalendarTable.Arn}/index/byTime',
        '${CalendarTable.Arn}/index/byChange',
        '${CalendarTable.Arn}/index/byUid',
      ],
    ],
    ['calendar/colors', ['CalendarColorsLogGroup.Arn', 'CalendarTable.Arn']],
    ['books/volumes', ['BooksVolumesLogGroup.Arn', 'BooksTable.Arn', '${Bucket.Arn}/search/*']],
    ['ads/savedColumns', ['AdsSavedColumnsLogGroup.Arn', 'AdsTable.Arn']],
    ['discovery', ['DiscoveryLogGroup.Arn']],
    ['console', ['ConsoleLogGroup.Arn']],
  ])('of %s reach what it uses and no further', (folder, expected) => {
    const [owner] = propertiesOf<LambdaFunction>('AWS::Lambda::Function').filter(
      ({ Handler }) => Handler === `dist/functions/${folder}/index.handler`,
    );
    const [, role] = ofType<Role>('AWS::IAM::Role').find(([id]) => id === owner?.Role['Fn::GetAtt'][0]) ?? [];
    expect(role && arnsOf(role.Properties)).toEqual(expected);
  });
});

describe('tables', () => {
  const key = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
  const index = (
    IndexName: string,
    partition: string,
    sort: string,
    Projection: object = { ProjectionType: 'ALL' },
  ) => ({
    IndexName,
    KeySchema: key(partition, sort),
    Projection,
  });
  /** What a list reads of an event; the key of the index is there anyway. */
  const listed = (...others: readonly string[]) => ({
    ProjectionType: 'INCLUDE',
    NonKeyAttributes: ['event', 'guests', 'version', 'sharedSeq', ...others, 'expires'],
  });

  test.each([
    [
      'calendar',
      {
        LocalSecondaryIndexes: [
          index('byTime', 'pk', 'timeKey', listed('changeKey')),
          index('byChange', 'pk', 'changeKey', listed('timeKey')),
          index('byUid', 'pk', 'uid', { ProjectionType: 'KEYS_ONLY' }),
        ],
      },
    ],
    ['books', { GlobalSecondaryIndexes: [index('byAlternate', 'gpk', 'gsk')] }],
    ['ads', { GlobalSecondaryIndexes: [index('byAlternate', 'gpk', 'gsk')] }],
  ])('%s: keys, indexes, and what keeps its data safe', (service, indexes) => {
    const tables = ofType<{ TableName: string }>('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(4);
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

  test('outside production they go with their stage', async () => {
    // Packaging puts the tables into the template as they stand here.
    const { stdout } = await checkout().serverless('print', '--format', 'json', '--path', 'resources');
    const tables = ofType('AWS::DynamoDB::Table', JSON.parse(stdout) as Template);

    expect(tables).toHaveLength(4);
    for (const [, table] of tables) {
      expect(table).toMatchObject({ DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    }
  });
});

test('a stage has no OpenSearch domain, and nobody a right to one, unless it asks for it', () => {
  expect(ofType('AWS::OpenSearchService::Domain')).toEqual([]);
  expect(JSON.stringify(template)).not.toMatch(/SearchDomain|SEARCH_ENDPOINT|es:ESHttp/);
});

describe('the bucket', () => {
  test('is private, encrypted, and clears up after itself', () => {
    expect(template.Resources['Bucket']).toMatchObject({
      Type: 'AWS::S3::Bucket',
      DeletionPolicy: 'Retain',
      Properties: {
        BucketName: 'almanac-prod',
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        LifecycleConfiguration: {
          Rules: [
            { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
            { Status: 'Enabled', Prefix: 'reports/', ExpirationInDays: 30 },
            { Status: 'Enabled', Prefix: 'aws/lambda/', ExpirationInDays: 14 },
            { Status: 'Enabled', Prefix: 'backups/', ExpirationInDays: 90 },
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
