/** The message when the stack is ready. Its curl line and its example work when pasted. */
import { inShell } from '#lib/command/in-shell';
import type { GoogleHosts } from '#lib/local/gateway/google-hosts/google-hosts';
import { tokenCommand } from '#lib/local/sign-in/token-command';

export interface StartSummary {
  readonly rootUrl: string;
  readonly database: string;
  /** Lines about this stack; empty where there is nothing to say. */
  readonly note: string;
  readonly dataDir: string;
  readonly email: string;
  readonly token: string;
  readonly apiKey: string;
  readonly seconds: number;
  readonly googleHosts: Pick<GoogleHosts, 'rootUrl' | 'environment'> | undefined;
}

/** Lines to paste into a shell; single quotes, for the folder may have any name. */
const exportLines = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}=${inShell(value)}`)
    .join('\n');

const googleHostsText = (
  { rootUrl, environment }: Pick<GoogleHosts, 'rootUrl' | 'environment'>,
  dataDir: string,
): string => `
With clients that insist on Google's hosts: npm run --silent with -- --data ${inShell(dataDir)} COMMAND..., or paste these lines
into a shell (TLS is at ${rootUrl}; nothing is installed in the trust store of this machine):

${exportLines(environment)}
`;

/** After a change of the source: addresses, tokens and keys are those of the first start. */
export const restartMessage = ({ rootUrl, seconds }: Pick<StartSummary, 'rootUrl' | 'seconds'>): string =>
  `Almanac is ready again after ${seconds.toFixed(1)} s: ${rootUrl}`;

export const startMessage = ({
  rootUrl,
  database,
  note,
  dataDir,
  email,
  token,
  apiKey,
  seconds,
  googleHosts,
}: StartSummary): string => `
Almanac is ready after ${seconds.toFixed(1)} s: database ${database}, data in ${dataDir}. Ctrl-C stops it.${note === '' ? '' : `\n${note}`}

  calendar       ${rootUrl}calendar/v3
  books          ${rootUrl}books/v1
  ads            ${rootUrl}doubleclicksearch/v2
  documentation  ${rootUrl}
  console        ${rootUrl}console

An API key for public data: ${apiKey}
A token for ${email}, valid for a day (for others: ${tokenCommand(dataDir, 'ADDRESS')}):

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
${googleHosts === undefined ? '' : googleHostsText(googleHosts, dataDir)}`;
