/** The message when the stack is ready. Its curl line and its example work when pasted. */

export interface StartSummary {
  readonly rootUrl: string;
  readonly database: string;
  readonly note: string | undefined;
  readonly dataDir: string;
  readonly email: string;
  readonly token: string;
  readonly apiKey: string;
  readonly seconds: number;
}

export const startMessage = ({
  rootUrl,
  database,
  note,
  dataDir,
  email,
  token,
  apiKey,
  seconds,
}: StartSummary): string => `
Almanac is ready after ${seconds.toFixed(1)} s: database ${database}, data in ${dataDir}. Ctrl-C stops it.${note === undefined ? '' : `\n${note}`}

  calendar       ${rootUrl}calendar/v3
  books          ${rootUrl}books/v1
  ads            ${rootUrl}doubleclicksearch/v2
  documentation  ${rootUrl}

A key for what is public: ${apiKey}
A token for ${email}, good for a day (others: npm run --silent token -- ADDRESS --data ${dataDir}):

${token}

With curl:

curl -H 'Authorization: Bearer ${token}' ${rootUrl}calendar/v3/users/me/calendarList

With Google's client, in a file example.mjs next to package.json:

import { auth, calendar } from '@googleapis/calendar';
const client = new auth.OAuth2();
client.setCredentials({ access_token: '${token}' });
const almanac = calendar({ version: 'v3', auth: client, rootUrl: '${rootUrl}' });
const { data } = await almanac.calendarList.list();
console.log(data.items);
`;
