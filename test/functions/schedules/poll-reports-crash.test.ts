/** @modules own */
import '#test/support/ads/own-bucket';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { runDue } from '#lib/ads/reports/run/run-due';
import { LEASE_MS } from '#lib/ads/reports/run/run-report';
import { adsReports } from '#lib/runtime/ads/reports';
import { config } from '#lib/runtime/process/config';
import { pollOnce } from '#test/support/ads/report-service';
import { useReportOrders } from '#test/support/ads/use-report-orders';
import { eventually } from '#test/support/eventually';
import { objects } from '#test/support/http/objects';
import { startProxy } from '#test/support/http/recording-proxy';
import { newFolder } from '#test/support/run/folders/new-folder';
import { QUICK_START } from '#test/support/stack/run-program';
import { ROOT } from '#test/support/stack/stack-process';

const { order, get, file } = useReportOrders();

/** The schedule in a process of its own, killed when it is about to write this fragment. */
async function killAt(id: string, fragment: number): Promise<NodeJS.Signals> {
  const isFragment = ({ method, url }: { method: string; url: string }) =>
    (method === 'PUT' || method === 'POST') &&
    url.includes(`/reports/${id}/`) &&
    url.includes(`/${String(fragment)}.csv`);
  const storage = await startProxy(process.env['AWS_ENDPOINT_URL_S3'] ?? '', isFragment);
  const child = spawn(process.execPath, ['test/support/ads/report-runner.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_START, AWS_ENDPOINT_URL_S3: storage.endpoint, TMPDIR: newFolder() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>;
  try {
    await eventually(() => storage.requests.some(isFragment));
  } finally {
    child.kill('SIGKILL');
    await storage.stop();
  }
  return (await ended)[1];
}

const stored = async (id: string): Promise<string[]> => {
  const { Contents = [] } = await objects.send(
    new ListObjectsV2Command({ Bucket: config.bucket, Prefix: `reports/${id}/` }),
  );
  return Contents.map(({ Key = '' }) => Key);
};

describe('poll-reports in a process that is killed', () => {
  test.each([0, 1])('while it writes fragment %i: after its lease another makes the one result', async (fragment) => {
    const {
      body: { id },
    } = await order({ columns: [{ columnName: 'keywordId' }, { columnName: 'clicks' }], maxRowsPerFile: 20 });
    expect(await killAt(id, fragment)).toBe('SIGKILL');

    expect((await stored(id)).map((key) => key.split('/').at(-1))).toEqual(['0.csv'].slice(0, fragment));
    await pollOnce();
    expect(await get(id)).toMatchObject({ status: 202, body: { isReportReady: false } });
    expect((await file(id)).status).toBe(404);

    const later = {
      ...adsReports,
      clock: { now: () => new Date(Date.now() + LEASE_MS + 1) },
      log: { info: () => undefined, error: () => undefined },
    };
    const runs = await Promise.all([runDue(later, () => true, [id]), runDue(later, () => true, [id])]);

    expect(runs.reduce((sum, { ready }) => sum + ready, 0)).toBe(1);
    const { status, body } = await get(id);
    expect({ status, rowCount: body.rowCount, files: body.files.length }).toEqual({
      status: 200,
      rowCount: 30,
      files: 2,
    });
    const parts = await Promise.all(
      [0, 1].map(async (part) => (await file(id, { fragment: part })).text.trimEnd().split('\n')),
    );
    expect(parts.map(([header, ...lines]) => [header, lines.length])).toEqual([
      ['keywordId,clicks', 20],
      ['keywordId,clicks', 10],
    ]);
    expect(new Set(parts.flatMap((lines) => lines.slice(1).map((line) => line.split(',')[0]))).size).toBe(30);
    const report = await adsReports.stores.reports.find(id);
    expect(report).toMatchObject({ state: 'READY', attempts: 2, errors: 0 });
  });
});
