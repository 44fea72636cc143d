/** What may stand in imported files and in reports, and files to begin with. */
import { describeKind, templateOf } from '#lib/ads/import/describe-kind';
import { KINDS } from '#lib/ads/import/kinds';
import { describeReport } from '#lib/ads/reports/catalogue/describe-column';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { requestTemplate } from '#lib/ads/reports/request/template';
import { WrongUsage } from '#lib/command/command';
import { didYouMean } from '#lib/command/nearest';

const KIND_NAMES = KINDS.map(({ name }) => name);
const TYPE_NAMES = [...REPORT_TYPES.keys()];

/** Tab-separated columns, for other programs. */
function printTable(rows: readonly object[]): void {
  console.log(Object.keys(rows[0] ?? {}).join('\t'));
  for (const row of rows) console.log(Object.values(row).join('\t'));
}

const unknown = (name: string, names: readonly string[]): WrongUsage =>
  new WrongUsage(`There is no '${name}'.${didYouMean(name, names)} There are ${names.join(', ')}.`);

/** Of a kind of files, or of a report type; without a name, what there is. */
export function printColumns(name: string | undefined): void {
  if (name === undefined)
    return printTable([
      ...KINDS.map((kind) => ({ name: kind.name, of: 'files', columns: kind.columns.length })),
      ...[...REPORT_TYPES.values()].map((type) => ({ name: type.name, of: 'reports', columns: type.columns.size })),
    ]);
  const kind = KINDS.find((known) => known.name === name);
  const type = REPORT_TYPES.get(name);
  if (kind !== undefined) printTable(describeKind(kind));
  else if (type !== undefined) printTable(describeReport(type));
  else throw unknown(name, [...KIND_NAMES, ...TYPE_NAMES]);
}

/** A file of a kind, or a request for a type of reports. */
export function printTemplate(name: string | undefined): void {
  const names = [...KIND_NAMES, ...TYPE_NAMES];
  if (name === undefined) throw new WrongUsage(`A template of what? There are ${names.join(', ')}.`);
  const kind = KINDS.find((known) => known.name === name);
  const type = REPORT_TYPES.get(name);
  if (kind !== undefined) process.stdout.write(templateOf(kind));
  else if (type !== undefined) console.log(JSON.stringify(requestTemplate(type, Date.now()), undefined, 2));
  else throw unknown(name, names);
}
