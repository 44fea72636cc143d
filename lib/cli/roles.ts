/** What each function may touch, and the IAM role that says so. */

type Arn = Readonly<Record<'Fn::GetAtt', readonly [string, string]>> | Readonly<Record<'Fn::Sub', string>>;

interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Arn[];
  readonly Condition?: unknown;
}

export interface Role {
  readonly Type: 'AWS::IAM::Role';
  readonly Properties: unknown;
}

const attribute = (resource: string, name: string): Arn => ({ 'Fn::GetAtt': [resource, name] });
const below = (resource: string, path: string): Arn => ({ 'Fn::Sub': `\${${resource}.Arn}/${path}` });
const allow = (Action: readonly string[], ...Resource: readonly Arn[]): Statement => ({ Effect: 'Allow', Action, Resource });
const dynamodb = (...actions: readonly string[]): string[] => actions.map((action) => `dynamodb:${action}`);

type Table = 'CalendarTable' | 'BooksTable' | 'AdsTable';
/** What the bucket holds: uploaded book catalogues and their search indexes, uploaded and stored advertising facts, finished reports and tables of identifiers. */
type Prefix = 'catalogue/' | 'search/' | 'ads-import/' | 'warehouse/' | 'reports/' | 'id-mappings/';

const table = (name: Table, ...indexes: readonly string[]): Statement[] => [
  allow(
    dynamodb('GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
    attribute(name, 'Arn'),
  ),
  ...(indexes.length === 0 ? [] : [allow(dynamodb('Query'), ...indexes.map((index) => below(name, `index/${index}`)))]),
];

/** A restored table has another stream. */
const stream = (name: Table): Statement[] => [
  allow(dynamodb('DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'), below(name, 'stream/*')),
];

type Queue = 'CatalogueUploads' | 'AdvertisingUploads';

const consume = (queue: Queue): Statement =>
  allow(
    ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'].map((action) => `sqs:${action}`),
    attribute(queue, 'Arn'),
  );

const objects = (actions: readonly string[], prefixes: readonly Prefix[]): Statement =>
  allow(actions.map((action) => `s3:${action}`), ...prefixes.map((prefix) => below('Bucket', `${prefix}*`)));

const get = (...prefixes: readonly Prefix[]): Statement => objects(['GetObject'], prefixes);
const put = (...prefixes: readonly Prefix[]): Statement => objects(['PutObject', 'AbortMultipartUpload'], prefixes);
const remove = (...prefixes: readonly Prefix[]): Statement => objects(['DeleteObject'], prefixes);

/** Also for those who have to know that an object is missing: without it S3 answers 403 there. */
const list = (...prefixes: readonly Prefix[]): Statement => ({
  ...allow(['s3:ListBucket'], attribute('Bucket', 'Arn')),
  Condition: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
});

/** Lambda looks at the bucket, and puts aside what a function failed on too often, in the function's name. */
const putAside: readonly Statement[] = [allow(['s3:PutObject'], below('Bucket', 'aws/lambda/*')), allow(['s3:ListBucket'], attribute('Bucket', 'Arn'))];

/** From the stage's sender, verified by its address or by its domain; a stage without one mails nothing. */
function mail(sender: string): Statement[] {
  if (sender === '') return [];
  const identities = [sender, sender.slice(sender.indexOf('@') + 1)];
  return [allow(['ses:SendEmail', 'ses:SendRawEmail'], ...identities.map((name) => ({ 'Fn::Sub': `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity/${name}` })))];
}

/** Conversions are put by statements, each on its own condition. */
const INSERT_CONVERSIONS = allow(dynamodb('PartiQLInsert'), attribute('AdsTable', 'Arn'));

/** Quota and API keys are in the table of the service, so every group has its table. */
const USES: Readonly<Record<string, readonly Statement[]>> = {
  calendarAcl: table('CalendarTable', 'byChange'),
  calendarCalendarList: table('CalendarTable', 'byChange'),
  calendarCalendars: table('CalendarTable'),
  calendarChannels: table('CalendarTable'),
  calendarColors: table('CalendarTable'),
  calendarEvents: table('CalendarTable', 'byTime', 'byChange', 'byUid'),
  // The times of a cleared calendar that is not swept yet are read by change.
  calendarFreebusy: table('CalendarTable', 'byTime', 'byChange'),
  calendarSettings: table('CalendarTable'),
  booksBookshelves: table('BooksTable'),
  booksBookshelvesVolumes: [...table('BooksTable'), get('search/')],
  booksVolumes: [...table('BooksTable'), get('search/')],
  booksMylibraryBookshelves: table('BooksTable'),
  booksMylibraryBookshelvesVolumes: [...table('BooksTable'), get('search/')],
  importCatalogue: [
    consume('CatalogueUploads'),
    ...table('BooksTable'),
    get('catalogue/', 'search/'),
    list('catalogue/'),
    // A file that does not fit into one run is copied onto itself.
    put('catalogue/', 'search/'),
    remove('search/'),
  ],
  importAdvertising: [
    consume('AdvertisingUploads'),
    ...table('AdsTable'),
    INSERT_CONVERSIONS,
    get('ads-import/', 'warehouse/'),
    list('ads-import/', 'warehouse/'),
    put('warehouse/', 'id-mappings/'),
    remove('warehouse/'),
  ],
  adsConversion: [...table('AdsTable', 'byAlternate'), INSERT_CONVERSIONS],
  adsReports: [...table('AdsTable'), get('warehouse/', 'reports/', 'id-mappings/'), list('warehouse/', 'id-mappings/')],
  adsSavedColumns: table('AdsTable'),
  batch: table('CalendarTable', 'byTime', 'byChange', 'byUid'),
  discovery: [],
  notify: [...table('CalendarTable'), ...stream('CalendarTable'), ...putAside],
  propagate: [...table('CalendarTable', 'byTime', 'byChange'), ...stream('CalendarTable'), ...putAside],
  pollReports: [
    ...table('AdsTable', 'byAlternate'),
    ...stream('AdsTable'),
    get('warehouse/'),
    list('warehouse/', 'reports/'),
    put('reports/'),
    remove('reports/'),
  ],
  deliverNotifications: table('CalendarTable', 'byTime'),
  sweepCalendars: table('CalendarTable'),
};

/** The function that sends invitations. */
const MAILER = 'propagate';

/** `resourcePrefix` is how CloudFormation ids of the function begin: `CalendarEvents`. */
export function roleOf(functionName: string, resourcePrefix: string, mailSender = ''): Role {
  const uses = USES[functionName];
  if (uses === undefined) throw new Error(`The function ${functionName} has no entry in lib/cli/roles.ts.`);
  // The ARN of a log group covers its streams.
  const logs = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], attribute(`${resourcePrefix}LogGroup`, 'Arn'));
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      Policies: [{ PolicyName: 'uses', PolicyDocument: { Version: '2012-10-17', Statement: [logs, ...uses, ...(functionName === MAILER ? mail(mailSender) : [])] } }],
    },
  };
}
