/** `npm run ads`: access grants, imports and reports of the ads service. */
import { KINDS } from '#lib/ads/import/kinds';
import { command, WrongUsage, type Options } from '#lib/command/command';
import { program } from '#lib/command/program';
import { printColumns, printTemplate } from './ads/columns.ts';
import { grant, list, revoke } from './ads/grants.ts';
import { importFiles } from './ads/import.ts';
import { listMarks } from './ads/marks.ts';
import { tellIfNoData } from './ads/no-data.ts';
import { pull, PULL_OPTIONS } from './ads/pull.ts';
import { rewriteCommand } from './stage/rewrite.ts';
import { BUCKET_OPTION, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const STAGE = { ...STAGE_OPTIONS, ...BUCKET_OPTION } as const satisfies Options;

/** Load late: stores and the importer read the stage's environment when they are loaded. */
const storesOfStage = async () => (await import('#lib/runtime/ads/serve')).ads.stores;

async function report(spec: string | undefined, folder: string): Promise<void> {
  if (spec === undefined) throw new WrongUsage('Which report? Name one file with a request in JSON.');
  const [{ makeReport }, { adsReports }] = await Promise.all([
    import('./ads/report.ts'),
    import('#lib/runtime/ads/reports'),
  ]);
  for (const path of await makeReport(spec, folder, adsReports.stores)) console.log(path);
  await tellIfNoData();
}

/** Prints the SQL that creates Athena's tables over the stage's warehouse. */
async function tables(): Promise<void> {
  const [{ tableStatements }, { config }, { athenaNames }] = await Promise.all([
    import('#lib/stores/athena/relations'),
    import('#lib/runtime/process/config'),
    import('#lib/stores/athena/names'),
  ]);
  for (const statement of tableStatements(athenaNames(process.env).database, config.bucket))
    console.log(`${statement};`);
}

const KIND_NAMES = KINDS.map(({ name }) => name);
const WHO = 'ADDRESS|DOMAIN AGENCY [ADVERTISER]';

await program('npm run --silent ads', {
  does: 'Manages access, data and reports of the ads service.',
  verbs: {
    grant: stageCommand({
      does: 'lets a person, or everybody at a domain, see an agency or one advertiser',
      takes: WHO,
      options: {
        write: { type: 'boolean', default: false, does: 'also allow changes' },
        force: { type: 'boolean', default: false, does: 'allow ids that are not imported yet' },
        ...STAGE,
      },
      example: 'ann@example.com 20700000000000001 --write',
      run: async (choices, words) => grant(await storesOfStage(), words, choices),
    }),
    revoke: stageCommand({
      does: 'revokes that access',
      takes: WHO,
      options: STAGE,
      example: 'ann@example.com 20700000000000001',
      run: async (_values, words) => revoke(await storesOfStage(), words),
    }),
    list: stageCommand({
      does: 'lists all access rights',
      options: STAGE,
      example: '',
      run: async () => list(await storesOfStage()),
    }),
    marks: stageCommand({
      does: 'shows until when the uploads of each activity are complete',
      options: STAGE,
      example: '',
      run: async () => listMarks(await storesOfStage(), new Date()),
    }),
    import: stageCommand({
      does: 'imports entities, visits, facts and other data for reports',
      takes: 'FILE...',
      options: {
        kind: {
          type: 'string',
          value: 'NAME',
          choices: KIND_NAMES,
          does: `the kind of the files, if their names do not say it: ${KIND_NAMES.join(', ')}`,
        },
        force: { type: 'boolean', default: false, does: 'accept ids that no imported data has' },
        ...STAGE,
      },
      example: 'entities.csv facts_daily.csv',
      run: (choices, paths) => importFiles(paths, choices),
    }),
    columns: command({
      does: 'lists the columns of a kind of file, or of a type of report',
      takes: '[KIND|TYPE]',
      example: 'facts_daily',
      run: async (_values, [name]) => {
        printColumns(name);
      },
    }),
    template: command({
      does: 'prints a CSV file, or a report request, to start from',
      takes: 'KIND|TYPE',
      example: 'facts_daily > facts_daily.csv',
      run: async (_values, [name]) => {
        printTemplate(name);
      },
    }),
    report: stageCommand({
      does: 'makes a report as CSV, and as a page with charts',
      takes: 'SPEC.json',
      options: {
        out: { type: 'string', value: 'DIR', default: '.', does: 'folder for the file and the page' },
        ...STAGE,
      },
      example: 'campaigns.json --out reports',
      run: ({ out }, [spec]) => report(spec, out),
    }),
    pull: stageCommand({
      does: 'archives a report of another service day by day; fetches each missing day',
      options: { ...PULL_OPTIONS, ...STAGE },
      example: '--spec keywords.json --upstream https://www.googleapis.com/ --credentials key.json',
      run: pull,
    }),
    schedule: stageCommand({
      does:
        'schedules reports: add makes the report of yesterday every day, and again those of the days before while numbers change, as CSV, ' +
        'Parquet and a page in the bucket under scheduled-reports/NAME/day=DAY/; list shows schedules, run makes a report now, remove ends a schedule and keeps its files',
      takes: 'add|list|run|remove [SPEC.json|NAME]',
      options: {
        at: { type: 'string', value: 'HH:MM', default: '06:00', does: 'time of day to run' },
        zone: {
          type: 'string',
          value: 'ZONE',
          default: 'UTC',
          does: 'time zone of that time and of the days in the report',
        },
        keep: { type: 'string', value: 'TIME', default: '400d', does: 'how long files are kept, in days' },
        again: {
          type: 'string',
          value: 'N',
          default: '3',
          does: 'how many days each run covers, up to and including yesterday',
        },
        mail: { type: 'string', value: 'ADDRESS', does: 'address that receives a mail with a link' },
        ...STAGE,
      },
      example: 'add campaigns.json --at 06:00 --keep 400d --mail ann@example.com',
      run: async (choices, words) => (await import('./ads/schedules.ts')).changeSchedules(words, choices),
    }),
    tables: stageCommand({
      does: 'prints the statements that create the Athena tables',
      options: STAGE,
      example: '--stage prod',
      run: tables,
    }),
    rewrite: rewriteCommand(async () => {
      const [{ config }, { rewriteAdsItem }] = await Promise.all([
        import('#lib/runtime/process/config'),
        import('#lib/stores/dynamodb/rewrite/ads-items'),
      ]);
      return { table: config.adsTable, rewriteOf: rewriteAdsItem };
    }),
  },
});
