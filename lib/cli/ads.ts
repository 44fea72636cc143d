/** Who may see which advertiser, and the files that the ads service lives on. */
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { KINDS, kindOfFile, type Kind } from '#lib/ads/import/kinds';
import { UnreadableFile, type ImportReport } from '#lib/ads/import/report';
import { CannotStart } from '#lib/local/cannot-start';
import type { Grant } from '#lib/ads/grant';
import type { GrantStore } from '#lib/ads/stores';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent ads -- grant  ADDRESS|DOMAIN AGENCY [ADVERTISER] [--write]
       npm run --silent ads -- revoke ADDRESS|DOMAIN AGENCY [ADVERTISER]
       npm run --silent ads -- list
       npm run --silent ads -- import FILE... [--kind ${KINDS.map(({ name }) => name).join('|')}]
       npm run --silent ads -- report SPEC.json --out DIR
       npm run --silent ads -- tables
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME [--bucket NAME] for a deployed one.`;

const SHOWN_PROBLEMS = 20;

function readGrant([subject, agencyId, advertiserId]: readonly string[], role: Grant['role']): Grant {
  if (subject === undefined || agencyId === undefined) throw new CannotStart('Say who, and on which agency.');
  for (const id of [agencyId, advertiserId]) if (id !== undefined && !/^\d{1,19}$/.test(id)) throw new CannotStart(`Ids are numbers, not '${id}'.`);
  return { subject: subject.toLowerCase().replace(/^@/, ''), agencyId, ...(advertiserId !== undefined && { advertiserId }), role };
}

const describe = ({ subject, agencyId, advertiserId = '*', role }: Grant): string => [subject, agencyId, advertiserId, role].join('\t');

async function grant(grants: GrantStore, names: readonly string[], canWrite: boolean): Promise<void> {
  const given = readGrant(names, canWrite ? 'WRITE' : 'READ');
  await grants.put(given);
  console.log(describe(given));
}

async function revoke(grants: GrantStore, names: readonly string[]): Promise<void> {
  const taken = readGrant(names, 'READ');
  if (!(await grants.remove(taken))) throw new CannotStart('There is no such grant; `list` shows all.');
  console.log(`Revoked from ${taken.subject}.`);
}

async function list(grants: GrantStore): Promise<void> {
  for (const found of await grants.list()) console.log(describe(found));
}

function requireKind(path: string, name: string | undefined): Kind {
  const kind = name === undefined ? kindOfFile(path) : KINDS.find((known) => known.name === name);
  if (kind === undefined) throw new CannotStart(`What is in ${path}? Name the file after its kind, or give --kind.`);
  return kind;
}

function tell(path: string, { rows, badLines, problems, kind }: ImportReport): void {
  console.log(`${path}: ${String(rows)} rows of ${kind}${badLines === 0 ? '' : `, ${String(badLines)} bad lines`}`);
  for (const { line, problem } of problems.slice(0, SHOWN_PROBLEMS)) console.error(`${path}:${String(line)}: ${problem}`);
  if (badLines > SHOWN_PROBLEMS) console.error(`${path}: and ${String(badLines - SHOWN_PROBLEMS)} more`);
}

async function importFiles(paths: readonly string[], kindName: string | undefined): Promise<void> {
  const chosen = paths.map((path) => ({ path, kind: requireKind(path, kindName) }));
  if (chosen.length === 0) throw new CannotStart('Which files?');
  const [{ importFile }, { importSurroundings }] = await Promise.all([import('#lib/stores/duckdb/importer'), import('#lib/runtime/ads-import')]);
  for (const { path, kind } of chosen) {
    const bar = new SingleBar({ format: `${path} {bar} {value}/{total}`, stopOnComplete: true, clearOnComplete: true, noTTYOutput: false }, Presets.shades_classic);
    try {
      const report = await importFile(path, kind, importSurroundings, (done, total) => {
        if (!bar.isActive) bar.start(total, done);
        bar.update(done);
      });
      tell(path, report);
      if (report.badLines > 0) process.exitCode = 2;
    } catch (error) {
      if (error instanceof UnreadableFile) throw new CannotStart(`${path}: ${error.message}`, { cause: error });
      throw error;
    } finally {
      bar.stop();
    }
  }
}

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
  if (!['grant', 'revoke', 'list', 'import', 'report', 'tables'].includes(verb)) throw new CannotStart(`grant, revoke, list, import, report or tables, not '${verb}'.`);
  useStage(values);
  if (verb === 'import') return importFiles(rest, values.kind);
  if (verb === 'report') return report(rest, values.out);
  if (verb === 'tables') return tables();
  // Not before: the service reads the environment of the stage when it is loaded.
  const { grants } = (await import('#lib/runtime/ads')).ads.stores;
  return verb === 'grant' ? grant(grants, rest, values.write) : verb === 'revoke' ? revoke(grants, rest) : list(grants);
});
