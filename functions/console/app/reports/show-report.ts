/** The first rows of any report: at once where the service does that, else out of the file that is ordered for it. */
import { isMadeAtOnce } from './catalogue.ts';
import { fetchReportFile, generate, getReport, MAX_ROWS, orderReport, type Report, type Row } from './client.ts';
import { readCsv } from './csv.ts';
import type { Spec } from './spec.ts';

const ASK_AGAIN_MS = 500;
const MAX_BYTES = 64 * 1024 * 1024;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

/** Asks until it is ready; a failure is thrown by the service. */
async function readyReport(id: string): Promise<Report> {
  for (;;) {
    const report = await getReport(id);
    if (report.isReportReady === true) return report;
    await pause();
  }
}

function rowsOf(text: string): Row[] {
  const [head, ...records] = readCsv(text);
  return records
    .slice(0, MAX_ROWS)
    .map(({ cells }) => Object.fromEntries((head?.cells ?? []).map((name, index) => [name, cells[index] ?? ''])));
}

/** Of a large file only the beginning is read; its last line may be cut, and is left out. */
async function beginningOf(file: Blob): Promise<string> {
  if (file.size <= MAX_BYTES) return file.text();
  const text = await file.slice(0, MAX_BYTES).text();
  return text.slice(0, text.lastIndexOf('\n'));
}

export async function showReport(spec: Spec): Promise<Report> {
  if (isMadeAtOnce(spec.type)) return generate(spec);
  const { id = '' } = await orderReport(spec);
  const report = await readyReport(id);
  const rows = report.files === undefined ? [] : rowsOf(await beginningOf(await fetchReportFile(id, 0)));
  return { ...report, rows };
}
