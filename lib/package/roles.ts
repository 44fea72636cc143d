/** What each function may access, as an IAM role. */
import { usesOpenSearch } from '#lib/stores/opensearch/names';
import {
  allow,
  athena,
  attribute,
  consume,
  dynamodb,
  get,
  list,
  mail,
  put,
  storeDiscarded,
  remove,
  searchDomain,
  secret,
  send,
  stream,
  table,
  type Statement,
  type Variables,
  writeDomain,
} from './iam-statements.ts';
import { SEARCHING_FUNCTIONS } from './template/search-domain.ts';
import { upstreamOf } from './upstream.ts';

export interface Role {
  readonly Type: 'AWS::IAM::Role';
  readonly Properties: unknown;
}

/** Conversions are inserted by PartiQL statements, each with its own condition. */
const INSERT_CONVERSIONS = allow(dynamodb('PartiQLInsert'), attribute('AdsTable', 'Arn'));

/** The services learn keys and revocations of the authorization server from their own tables. */
const TELL_SERVICES = allow(
  dynamodb('PutItem'),
  ...['CalendarTable', 'BooksTable', 'AdsTable'].map((name) => attribute(name, 'Arn')),
);

/** Each service's table also has its quotas and API keys, so every function uses a table. */
const PERMISSIONS: Readonly<Record<string, readonly Statement[]>> = {
  calendarAcl: table('CalendarTable', 'byChange'),
  calendarCalendarList: table('CalendarTable', 'byChange'),
  calendarCalendars: table('CalendarTable'),
  calendarChannels: table('CalendarTable'),
  calendarColors: table('CalendarTable'),
  calendarEvents: table('CalendarTable', 'byTime', 'byChange', 'byUid'),
  // Free/busy of a cleared calendar whose cleanup is not finished is read by change.
  calendarFreebusy: table('CalendarTable', 'byTime', 'byChange'),
  calendarSettings: table('CalendarTable'),
  // Of a calendar that is too large as a whole, events are read by time.
  almanacIcalAddresses: table('CalendarTable', 'byTime', 'byChange'),
  almanacBookshelves: table('BooksTable'),
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
    // A file that is too large for one run is copied onto itself.
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
  console: [],
  discovery: [],
  hooks: [...table('CalendarTable'), send('PushRetries')],
  oauth: [...table('SignInTable'), TELL_SERVICES],
  notify: [...table('CalendarTable'), ...stream('CalendarTable'), ...storeDiscarded, send('PushRetries')],
  propagate: [
    ...table('CalendarTable', 'byTime', 'byChange'),
    ...stream('CalendarTable'),
    ...storeDiscarded,
    send('Letters'),
  ],
  sendLetters: [...table('CalendarTable', 'byTime'), consume('Letters'), send('Letters')],
  pollReports: [
    ...table('AdsTable', 'byAlternate'),
    ...stream('AdsTable'),
    // Pages of schedules are read under the link that the function has signed.
    get('warehouse/', 'scheduled-reports/'),
    list('warehouse/', 'reports/', 'scheduled-reports/'),
    put('reports/', 'scheduled-reports/'),
    remove('reports/', 'scheduled-reports/'),
  ],
  // It has rights where there is an upstream.
  pullReports: [],
  deliverNotifications: [...table('CalendarTable', 'byTime'), consume('PushRetries'), send('PushRetries')],
  pullCalendars: table('CalendarTable'),
  sweepCalendars: table('CalendarTable'),
};

/** The key of the service account that speaks to a service's upstream. */
function upstreamSecret(functionName: string, { UPSTREAM }: Variables): Statement[] {
  const { secret: id } = upstreamOf(functionName, UPSTREAM) ?? {};
  return id === undefined || id.startsWith('file:') ? [] : [secret(id)];
}

/** The key of the service account that reads at the services which people come from. */
const pullSecret = (functionName: string, { PULL_CREDENTIALS: id = '' }: Variables): Statement[] =>
  functionName !== 'pullCalendars' || id === '' || id.startsWith('file:') ? [] : [secret(id)];

const ARCHIVE = [
  get('archive/', 'archive-specs/'),
  list('archive/', 'archive-specs/'),
  put('archive/'),
  remove('archive/'),
];

/** Files that come from an upstream: tables of ids, reports, and their archive. Without a key, callers bring reports. */
function fetchedFiles(functionName: string, { UPSTREAM }: Variables): readonly Statement[] {
  const { credentials } = upstreamOf(functionName, UPSTREAM) ?? {};
  if (credentials === undefined) return [];
  if (functionName === 'adsReports')
    return [credentials === 'caller' ? put('id-mappings/', 'reports/') : put('id-mappings/')];
  return functionName === 'pullReports' && credentials !== 'caller' ? ARCHIVE : [];
}

/** Permissions that depend on the stage's settings. */
function optionalPermissions(functionName: string, variables: Variables): Statement[] {
  const sendsMail = ['sendLetters', 'pollReports'].includes(functionName);
  return [
    ...(sendsMail ? mail(variables['MAIL_SENDER'] ?? '') : []),
    ...upstreamSecret(functionName, variables),
    ...pullSecret(functionName, variables),
    ...fetchedFiles(functionName, variables),
    ...warehousePermissions(functionName, variables),
    ...domainPermissions(functionName, variables),
  ];
}

function warehousePermissions(functionName: string, variables: Variables): Statement[] {
  const asksWarehouse = ['adsReports', 'pollReports'].includes(functionName);
  return asksWarehouse && variables['WAREHOUSE'] === 'athena' ? athena(variables) : [];
}

/** Those who search or write the index of books. */
function domainPermissions(functionName: string, variables: Variables): Statement[] {
  if (!usesOpenSearch(variables) || !SEARCHING_FUNCTIONS.includes(functionName)) return [];
  return functionName === 'importCatalogue' ? writeDomain(variables) : [searchDomain(variables)];
}

/** `resourcePrefix` is the beginning of the function's CloudFormation ids: `CalendarEvents`. */
export function roleOf(functionName: string, resourcePrefix: string, variables: Variables = {}): Role {
  const uses = PERMISSIONS[functionName];
  if (uses === undefined) throw new Error(`The function ${functionName} has no entry in lib/package/roles.ts.`);
  // The ARN of a log group covers its streams.
  const logs = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], attribute(`${resourcePrefix}LogGroup`, 'Arn'));
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      Policies: [
        {
          PolicyName: 'uses',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [logs, ...uses, ...optionalPermissions(functionName, variables)],
          },
        },
      ],
    },
  };
}
