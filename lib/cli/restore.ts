/** `npm run restore`: puts a backup back, on the laptop or into a new stage. */
import { command, WrongUsage } from '#lib/command/command';
import { inShell } from '#lib/command/in-shell';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { hasContents, REPLACED, restoreBackup } from '#lib/local/data-folder/backup/restore';
import { DEFAULT_DATA_DIR } from '#lib/local/data-folder/find-folder';
import { FORMAT } from '#lib/local/database/embedded/storage/engine';
import { runningStack } from '#lib/local/open-stage';
import { BUCKET_OPTION, STAGE_OPTIONS } from './stage/use-stage.ts';

await program(
  'npm run --silent restore',
  command({
    does:
      'Replaces the data in a data folder by a backup. Sync tokens from before the restore get 410, and clients then list ' +
      'everything once. Channels, letters and the search index continue from the moment of the backup.',
    takes: 'FILE',
    options: {
      yes: { type: 'boolean', default: false, does: `replace the current data; it is kept in the folder ${REPLACED}` },
      data: { ...STAGE_OPTIONS.data, does: `the folder to restore; ${DEFAULT_DATA_DIR} by default` },
      stage: { ...STAGE_OPTIONS.stage, does: 'a stage that has no tables yet: they are created from the exports' },
      ...BUCKET_OPTION,
    },
    example: 'almanac.tar.gz --data work',
    async run({ yes, data = DEFAULT_DATA_DIR, stage, bucket }, [file]) {
      if (file === undefined) throw new WrongUsage('Which backup?');
      if (stage !== undefined) {
        const { importStage } = await import('./stage/import-stage.ts');
        await importStage(file, { stage, bucket, yes });
        return;
      }
      if (runningStack(data) !== undefined)
        throw new StartupError(`A stack runs on ${data}: stop it first, and start it again afterwards.`);
      if (hasContents(data) && !yes)
        throw new StartupError(
          `${data} contains data. Use --yes to replace it; the old data is then kept in ${data}/${REPLACED}.`,
        );
      const { takenAt } = await restoreBackup(file, data, { now: new Date(), databaseFormat: FORMAT });
      console.log(`${data} is as it was at ${takenAt}. Start it with: npm start -- --data ${inShell(data)}`);
      console.log('Sync tokens from before now get 410, so clients list everything once.');
    },
  }),
);
