/** `npm run fuzz [-- --requests N --seed N --only OPERATION]`: odd requests to every operation. Exits with 1 when an answer is wrong or slow. */
import { parseArgs } from 'node:util';
import { closeBenchStack, openBenchStack } from '#lib/bench/stack';
import { startGateway } from '#lib/local/gateway';
import { readDeployment } from '#lib/local/deployment';
import { handlerDoor, httpDoor } from '#lib/proof/door';
import { openBattlefield } from '#lib/proof/fuzz/battlefield';
import { fuzz, type Finding, type Outcome, type Row } from '#lib/proof/fuzz/campaign';
import { program } from './program.ts';

const FINDINGS_SHOWN = 20;

const statusesOf = ({ statuses }: Row): string => [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${String(status)}:${String(count)}`).join(' ');

function show({ operation, sent, status, faults, answer }: Finding): void {
  const body = typeof sent.body === 'string' ? sent.body.slice(0, 1000) : sent.body === undefined ? '' : `(${String(sent.body.length)} bytes)`;
  console.log(`\n${operation}: ${faults.join('; ')}\n  ${sent.method} ${sent.url.slice(0, 1000)}\n  ${JSON.stringify({ ...sent.headers, authorization: '...' }).slice(0, 1000)}\n  ${body}\n  -> ${String(status)} ${answer}`);
}

function report({ rows, slow, findings }: Outcome): void {
  for (const row of rows) console.log(`${row.operation.padEnd(46)} ${String(row.requests).padStart(6)}  ${String(Math.round(row.slowestMs)).padStart(5)} ms  ${statusesOf(row)}`);
  for (const { operation, ms, sent } of slow) console.log(`\n${operation} took ${String(Math.round(ms))} ms: ${sent.method} ${sent.url.slice(0, 1000)} ${String(sent.body).slice(0, 1000)}`);
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) show(finding);
  const total = rows.reduce((sum, row) => sum + row.requests, 0);
  console.log(`\n${String(total)} requests, ${String(findings.length)} wrong answers, ${String(slow.length)} slow, slowest ${String(Math.round(Math.max(...rows.map(({ slowestMs }) => slowestMs))))} ms.`);
  if (findings.length > 0 || slow.length > 0) process.exitCode = 1;
}

await program('npm run fuzz [-- --requests N --seed N --only OPERATION]', async (args) => {
  const { values } = parseArgs({ args, options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } } });
  const stack = await openBenchStack();
  process.env['LOG'] = 'errors';
  const gateway = await startGateway({ functions: readDeployment('bench').functions, port: 0 });
  try {
    const field = await openBattlefield(stack.sign, [handlerDoor(), httpDoor(gateway.rootUrl)]);
    const requests = Number(values.requests);
    const outcome = await fuzz(field, {
      requests,
      seed: Number(values.seed),
      only: values.only,
      atOnce: 4,
      progress: (done) => {
        if (process.stderr.isTTY && done % 100 === 0) process.stderr.write(`\r\u001b[K${String(done)} of ${String(requests)}\r`);
      },
    });
    report(outcome);
  } finally {
    await gateway.stop();
    await closeBenchStack();
  }
});
