/** Who may see which advertiser, and the files that the ads service lives on. */
import { parseArgs } from 'node:util';
import { KINDS } from '#lib/ads/import/kinds';
import { CannotStart } from '#lib/local/cannot-start';
import { grant, list, revoke } from './ads-grants.ts';
import { importFiles } from './ads-import.ts';
import { listMarks } from './ads-marks.ts';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

/** Stores and the importer read the environment of the stage when they are loaded: not before it is known. */
const storesOfStage = async () => (await import('#lib/runtime/ads')).ads.stores;

const USAGE = `Usage: npm run --silent ads -- grant  ADDRESS|DOMAIN AGENCY [ADVERTISER] [--write]
       npm run --silent ads -- revoke ADDRESS|DOMAIN AGENCY [ADVERTISER]
       npm run --silent ads -- list
       npm run --silent ads -- marks
       npm run --silent ads -- import FILE... [--kind ${KINDS.map(({ name }) => name).join('|')}]
       npm run --silent ads -- report SPEC.json --out DIR
       npm run --silent ads -- tables
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME [--bucket NAME] for a deployed one.`;

async function report([spec, ...others]: readonly string[], folder: string): Promise<void> {
  if (spec === undefined || others.length > 0) throw new CannotStart('Which report? Name one file with a request in JSON.');
  const [{ makeReport }, { adsReports }] = await Promise.all([import('./ads-report.ts'), import('#lib/runtime/ads-reports')]);
  for (const path of await makeReport(spec, folder, adsReports.stores)) console.log(path);
}

/** What makes the tables of Athena over the stage's warehouse. */
async function tables(): Promise<void> {
  const [{ tableStatements }, { config }, { athenaNames }] = await Promise.all([import('#lib/stores/athena/relations'), import('#lib/runtime/config'), import('#lib/runtime/report-settings')]);
  for (const statement of tableStatements(athenaNames.database, config.bucket)) console.log(`${statement};`);
}

await program(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      kind: { type: 'string' },
      out: { type: 'string', default: '.' },
      data: { type: 'string', default: '.almanac' },
      stage: { type: 'string' },
      bucket: { type: 'string' },
    },
  });
  const [verb = '', ...rest] = positionals;
  if (!['grant', 'revoke', 'list', 'marks', 'import', 'report', 'tables'].includes(verb)) throw new CannotStart(`grant, revoke, list, marks, import, report or tables, not '${verb}'.`);
  useStage(values);
  if (verb === 'import') return importFiles(rest, values.kind);
  if (verb === 'report') return report(rest, values.out);
  if (verb === 'tables') return tables();
  const stores = await storesOfStage();
  if (verb === 'grant') return grant(stores, rest, values.write);
  if (verb === 'revoke') return revoke(stores, rest);
  return verb === 'marks' ? listMarks(stores, new Date()) : list(stores);
});
