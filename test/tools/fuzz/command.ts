/**
 * `npm run fuzz`: random and hostile requests to every operation. Exits with 1 if an answer is wrong or slow.
 * `campaign.ts` sends them. `draft.ts` makes a valid request from a sample or a schema (`declared.ts`,
 * `valid-values.ts`), `mutations.ts` breaks it (`hostile-values.ts`, `credentials.ts`), `verdict.ts` checks the answer
 * (`statuses.ts`). `fixtures.ts` prepares the callers. `attacks/` are what valid requests can do together.
 */
import { command, numberOf } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { startGateway } from '#lib/local/gateway/gateway';
import { readDeployment } from '#lib/package/template/deployment';
import { fuzzDatabase } from '#test/tools/database-fuzz/command';
import { closeBenchStack, openBenchStack } from '#test/tools/measure/stack';
import { fuzzModel } from '#test/tools/model/command';
import { seededRandom } from '#test/tools/shared/random';
import { sendToHandlers, sendOverHttp } from '#test/tools/shared/request-sender';
import { runAttacks } from './attacks/run-attacks.ts';
import { fuzz, SLOW_MS, type Finding, type Outcome, type Row } from './campaign.ts';
import { openFixtures } from './fixtures.ts';
import { OWN_HOSTS, oauthValues } from './oauth-values.ts';
import { fuzzOAuth } from './oauth.ts';

const FINDINGS_SHOWN = 20;

const statusesOf = ({ statuses }: Row): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${String(status)}:${String(count)}`)
    .join(' ');

function show({ operation, sent, status, faults, answer }: Finding): void {
  const body =
    typeof sent.body === 'string'
      ? sent.body.slice(0, 1000)
      : sent.body === undefined
        ? ''
        : `(${String(sent.body.length)} bytes)`;
  console.log(
    `\n${operation}: ${faults.join('; ')}\n  ${sent.method} ${sent.url.slice(0, 1000)}\n  ${JSON.stringify({ ...sent.headers, authorization: '...' }).slice(0, 1000)}\n  ${body}\n  -> ${String(status)} ${answer}`,
  );
}

function report({ rows, slow, findings }: Outcome): void {
  for (const row of rows)
    console.log(
      `${row.operation.padEnd(46)} ${String(row.requests).padStart(6)}  ${String(Math.round(row.slowestMs)).padStart(5)} ms  ${statusesOf(row)}`,
    );
  for (const { operation, ms, sent } of slow)
    console.log(
      `\n${operation} took ${String(Math.round(ms))} ms: ${sent.method} ${sent.url.slice(0, 1000)} ${String(sent.body).slice(0, 1000)}`,
    );
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) show(finding);
  const total = rows.reduce((sum, row) => sum + row.requests, 0);
  console.log(
    `\n${String(total)} requests, ${String(findings.length)} wrong answers, ${String(slow.length)} slow, slowest ${String(Math.round(Math.max(...rows.map(({ slowestMs }) => slowestMs))))} ms.`,
  );
  if (findings.length > 0 || slow.length > 0) process.exitCode = 1;
}

async function attack(rounds: number, seed: number): Promise<void> {
  const found = Object.entries(await runAttacks(rounds, seed, SLOW_MS));
  for (const [kind, findings] of found) {
    console.log(`${kind}: ${String(findings.length)} findings in ${String(rounds)} rounds.`);
    for (const finding of findings.slice(0, FINDINGS_SHOWN)) console.log(`  ${finding}`);
  }
  if (found.some(([, findings]) => findings.length > 0)) process.exitCode = 1;
}

/** A tenth as many go to the paths of the authorization server. */
async function runOAuth(requests: number, seed: number): Promise<void> {
  const { oauthService } = await import('#lib/runtime/oauth/dependencies');
  const valid = await oauthValues(oauthService(), 'alice@example.com');
  const random = seededRandom(seed);
  const { findings, statuses } = await fuzzOAuth(sendToHandlers(), { requests, random, valid, ownHosts: OWN_HOSTS });
  for (const [path, seen] of statuses) console.log(`${path.padEnd(46)} ${[...seen].toSorted().join(' ')}`);
  for (const { sent, status, faults } of findings.slice(0, FINDINGS_SHOWN))
    console.log(`\n${faults.join('; ')}\n  ${sent.method} ${sent.url.slice(0, 1000)}\n  -> ${String(status)}`);
  console.log(`${String(requests)} requests for tokens, ${String(findings.length)} wrong answers.`);
  if (findings.length > 0) process.exitCode = 1;
}

async function run(requests: number, seed: number, only: string | undefined, attacks: number): Promise<void> {
  const progress = openProgress();
  progress.show('starting a stack');
  const stack = await openBenchStack();
  process.env['LOG'] = 'errors';
  const gateway = await startGateway({ functions: readDeployment('bench').functions, port: 0 });
  try {
    if (only === 'oauth') {
      progress.clear();
      await runOAuth(requests, seed);
      return;
    }
    const field = await openFixtures(stack.sign, [sendToHandlers(), sendOverHttp(gateway.rootUrl)]);
    const outcome = await fuzz(field, {
      requests,
      seed,
      only,
      atOnce: 4,
      progress: (done) => {
        progress.show('requests', done, requests);
      },
    });
    progress.clear();
    report(outcome);
    if (only === undefined) await runOAuth(Math.ceil(requests / 10), seed);
    progress.show('attacks');
    if (attacks > 0) await attack(attacks, seed);
  } finally {
    progress.clear();
    await gateway.stop();
    await closeBenchStack();
  }
}

await program(
  'npm run fuzz',
  command({
    does: 'Sends odd requests to every operation. Exits with 1 if an answer is wrong or slow.',
    options: {
      requests: { type: 'string', value: 'N', default: '50000', does: 'how many' },
      seed: { type: 'string', value: 'N', default: '1', does: 'the same seed, the same requests' },
      only: {
        type: 'string',
        value: 'OPERATION',
        does: 'operations whose ids begin with this, such as calendar.events, or oauth',
      },
      attacks: {
        type: 'string',
        value: 'N',
        default: '40',
        does: 'rounds of forged claims, rotated quota, hostile invitations and dense rules after the requests',
      },
      database: { type: 'boolean', does: 'instead of requests: commands to the embedded database and DynamoDB Local' },
      commands: { type: 'string', value: 'N', default: '100000', does: 'how many, with --database' },
      model: { type: 'boolean', does: 'instead of requests: operations on calendars, compared with a plain model' },
      runs: {
        type: 'string',
        value: 'N',
        default: '100',
        does: 'how many, with --model; each has up to 150 operations',
      },
    },
    example: '--requests 5000 --only calendar.events',
    run: ({ requests, seed: given, only, attacks, database, commands, model, runs }) => {
      const seed = numberOf('seed', given, 0, 2 ** 31);
      if (database === true) return fuzzDatabase(numberOf('commands', commands, 1, 1e9), seed);
      if (model === true) return fuzzModel(numberOf('runs', runs, 1, 1e9), seed);
      return run(numberOf('requests', requests, 1, 1e9), seed, only, numberOf('attacks', attacks, 0, 1e6));
    },
  }),
);
