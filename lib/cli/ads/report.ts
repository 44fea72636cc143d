/** `npm run ads -- report SPEC.json --out DIR`: writes a report as a CSV file and as a page. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFiles } from '#lib/ads/reports/page/make-files';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { ApiError } from '#lib/api/errors';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';

export async function readSpec(path: string): Promise<ReportRequest> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ReportRequest;
  } catch (error) {
    if (!existsSync(path)) throw new StartupError(`There is no file ${path}.`, { cause: error });
    throw new StartupError(
      `${path} is no report request in JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `work/campaigns.json` -> campaigns. */
export const nameOfSpec = (path: string): string => basename(path).replace(/\.json$/i, '');

const STEPS = ['reading the request', 'looking up accounts', 'computing', 'drawing'] as const;

/** Returns the paths of the written files. */
export async function makeReport(specPath: string, folder: string, stores: ReportStores): Promise<readonly string[]> {
  const progress = openProgress();
  const onStep = (index: number): void => {
    progress.show(STEPS[index] ?? '', index, STEPS.length);
  };
  onStep(0);
  try {
    const spec = await readSpec(specPath);
    const { chartLibrary } = await import('#lib/runtime/ads/chart-library');
    const name = nameOfSpec(specPath);
    const [csv, page] = [join(folder, `${name}.csv`), join(folder, `${name}.html`)];
    const made = await makeFiles(spec, {
      stores,
      clock: { now: () => new Date() },
      library: await chartLibrary(),
      csvName: basename(csv),
      async writeCsv(bytes) {
        await mkdir(folder, { recursive: true });
        await pipeline(bytes, createWriteStream(csv));
      },
      onStep,
    });
    await writeFile(page, made.page);
    return [csv, page];
  } catch (error) {
    throw error instanceof ApiError ? new StartupError(error.message, { cause: error }) : error;
  } finally {
    progress.clear();
  }
}
