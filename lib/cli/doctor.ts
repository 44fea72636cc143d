/**
 * `npm run doctor`: checks a local data folder or a deployed stage, and says what is wrong and what to do.
 * The checks are in `doctor/`.
 */
import { WrongUsage, command } from '#lib/command/command';
import { program } from '#lib/command/program';
import type { Finding } from './doctor/finding.ts';
import { dataFolder, STAGE_OPTIONS } from './stage/use-stage.ts';

const line = ({ what, isWrong, advice }: Finding): string =>
  isWrong ? `WRONG  ${what}\n       ${advice}` : `ok     ${what}`;

function report(findings: readonly Finding[]): void {
  const wrong = findings.filter(({ isWrong }) => isWrong);
  // Problems come last: people read the end of the output first.
  for (const finding of [...findings.filter(({ isWrong }) => !isWrong), ...wrong]) console.log(line(finding));
  console.log(
    wrong.length === 0 ? '\nNothing is wrong.' : `\n${String(wrong.length)} of ${String(findings.length)} are wrong.`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

/** Load late: a local check needs no clients of Lambda and SES. */
async function examine(data: string | undefined, stage: string | undefined): Promise<Finding[]> {
  if (stage === 'local')
    throw new WrongUsage("Stage 'local' is the laptop: leave --stage out, or name a folder with --data DIR.");
  if (stage === undefined) return (await import('./doctor/laptop.ts')).examineLaptop(dataFolder(data));
  return (await import('./doctor/deployed.ts')).examineStage(stage);
}

await program(
  'npm run doctor',
  command({
    does: 'Checks the laptop or a deployed stage and says what to do. Exits with 1 if anything is wrong.',
    options: STAGE_OPTIONS,
    example: '--stage prod',
    run: async ({ data, stage }) => {
      report(await examine(data, stage));
    },
  }),
);
