/** `npm run backup`: everything of a data folder in one file, also while the stack runs; or of a deployed stage. */
import { existsSync } from 'node:fs';
import { counted } from '#lib/api/text/counted';
import { command, WrongUsage } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { takeBackup } from '#lib/local/data-folder/backup/take';
import { BUCKET_OPTION, dataFolder, STAGE_OPTIONS } from './stage/use-stage.ts';

const sumOf = (items: Readonly<Record<string, number>>): number =>
  Object.values(items).reduce((sum, count) => sum + count, 0);

await program(
  'npm run --silent backup',
  command({
    does:
      'Writes a backup. On the laptop: one archive with tables, bucket, letters and keys, also while the stack runs. ' +
      "Of a deployed stage: a file that names the exports of its tables at a point in time, which AWS keeps in the stage's bucket.",
    options: {
      out: { type: 'string', value: 'FILE', does: 'the file to write; only its owner can read it' },
      force: { type: 'boolean', default: false, does: 'overwrite an existing file' },
      ...STAGE_OPTIONS,
      ...BUCKET_OPTION,
    },
    example: '--out almanac.tar.gz',
    async run({ out, force, data, stage, bucket }) {
      if (out === undefined) throw new WrongUsage('Where to? Give --out FILE.');
      if (existsSync(out) && !force) throw new StartupError(`${out} exists already. Use --force to replace it.`);
      if (stage !== undefined) {
        const { exportStage } = await import('./stage/export-stage.ts');
        await exportStage(out, { stage, bucket });
        return;
      }
      const { items, objects, takenAt } = await takeBackup(dataFolder(data), out);
      console.log(
        `${out}: ${counted(sumOf(items), 'item')} and ${counted(objects, 'object')} as they were at ${takenAt}.`,
      );
      console.log('It holds the key that signs tokens: keep it as a secret.');
    },
  }),
);
