/** `npm run ads -- pull --spec FILE.json --upstream URL`: fills an archive of daily reports in the stage's bucket. */
import { InvalidSpec, readSpec, type ArchiveSpec } from '#lib/ads/reports/archive/archive';
import type { AskUpstream } from '#lib/ads/reports/upstream/upstream';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { counted } from '#lib/api/text/counted';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { tokensFrom } from '#lib/pull/http/credentials';
import { systemClock } from '#lib/runtime/process/clock';
import { upstreamClient } from '#lib/upstream/client/client';
import { patientClient } from '#lib/upstream/client/patient-client';
import { fileBehind } from '#lib/upstream/client/storage';
import { FROM_OPTIONS, readText, rootUrlOf, upstreamOf } from '../calendar/pull-options.ts';

export const PULL_OPTIONS = {
  spec: { type: 'string', value: 'FILE.json', does: 'a report request; timeRange.startDate is the first day to keep' },
  upstream: { type: 'string', value: 'URL', does: 'the service that makes the reports' },
  user: { type: 'string', value: 'EMAIL', does: 'the user to act as, for a service account with domain-wide access' },
  credentials: FROM_OPTIONS.credentials,
  again: {
    type: 'string',
    value: 'DAY',
    multiple: true,
    does: 'fetch this day again because its numbers have changed; repeatable',
  },
} as const satisfies Options;

const MAX_BYTES = 512 * 1024 * 1024;
const TIME_LIMIT_MS = 120_000;

function specOf(file: string, user: string | undefined): ArchiveSpec {
  try {
    return readSpec(file, readText(file), user);
  } catch (error) {
    throw error instanceof InvalidSpec ? new StartupError(error.message) : error;
  }
}

/** The account speaks for itself where nobody is named. */
const accountIn = (credentials: string): string => {
  const { client_email: email = '' } = JSON.parse(credentials) as { client_email?: string };
  return email;
};

function askerOf(
  rootUrl: string,
  credentials: string,
  network: { allowLoopback: boolean; allowPrivate: boolean },
): AskUpstream {
  const clientTo = (root: string) => upstreamClient({ rootUrl: root, ...network });
  const tokensFor = tokensFrom({ text: credentials, scopes: [MANAGE_ADS], clientTo, clock: systemClock });
  const client = patientClient(clientTo(rootUrl));
  return async (request, email) => {
    const tokens = tokensFor(email === '' ? accountIn(credentials) : email);
    const token = await tokens.token();
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const limits = { maxBytes: MAX_BYTES, timeLimitMs: TIME_LIMIT_MS };
    const answer = await client.send({ ...request, headers }, { ...limits, takesRedirects: true });
    if (answer.status === 401) tokens.forget(token);
    return fileBehind(answer, request, clientTo, limits);
  };
}

export async function pull(values: Values<typeof PULL_OPTIONS>): Promise<void> {
  const { spec: file, upstream, user, again = [] } = values;
  if (file === undefined) throw new WrongUsage('Which report? --spec FILE.json is needed.');
  if (upstream === undefined) throw new WrongUsage('From where? --upstream URL is needed.');
  const spec = specOf(file, user);
  const { from, credentials, network } = upstreamOf(rootUrlOf(upstream), values);
  const [{ archiveDependencies }, { pullDays }] = await Promise.all([
    import('#lib/runtime/ads/archive'),
    import('#lib/ads/reports/archive/pull-days'),
  ]);
  const progress = openProgress();
  const onDay = (done: number, all: number): void => {
    progress.show('days', done, all);
  };
  const { there, pulled, failed } = await pullDays(
    spec,
    archiveDependencies(askerOf(from, credentials, network), () => true),
    { again, onDay },
  ).finally(() => {
    progress.clear();
  });
  for (const { day, reason } of failed) console.error(`${day}: ${reason}`);
  console.log(
    `${spec.name}: ${counted(pulled.length, 'day')} fetched, ${String(there)} were there, ${String(failed.length)} failed.`,
  );
  if (failed.length > 0) process.exitCode = 1;
}
