/** The charting library that pages of reports carry: beside the bundle in a function, else from its package. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ReportPage } from '#lib/ads/reports/page/page';

/** Those of the package's files that a page carries. */
export const CHART_FILES = ['uPlot.iife.min.js', 'uPlot.min.css'];

function fileOf(name: string): URL {
  const bundled = new URL(`./uplot/${name}`, import.meta.url);
  return existsSync(bundled) ? bundled : new URL(`../../../node_modules/uplot/dist/${name}`, import.meta.url);
}

export async function chartLibrary(): Promise<ReportPage['library']> {
  const [script, style] = await Promise.all(CHART_FILES.map((name) => readFile(fileOf(name), 'utf8')));
  return { script: script ?? '', style: style ?? '' };
}
