/**
 * Points a program at a data folder of this machine, or at a deployed stage, before it loads what reads the
 * environment.
 */
import { command, type Command, type Declaration, type Options } from '#lib/command/command';
import { openStage, type OpenStage } from '#lib/local/open-stage';
import { DEFAULT_DATA_DIR } from '#lib/local/options';

/** Where a command works. */
export const WHERE = {
  data: {
    type: 'string',
    value: 'DIR',
    default: DEFAULT_DATA_DIR,
    does: 'data folder of `npm start`, whether that runs or not',
  },
  stage: { type: 'string', value: 'NAME', does: 'a deployed stage instead, with the AWS credentials at hand' },
} as const satisfies Options;

export const BUCKET = {
  bucket: { type: 'string', value: 'NAME', does: 'the bucket of the stage, where it has a name of its own' },
} as const satisfies Options;

export interface StageOptions {
  /** Data folder of the local stack. */
  readonly data: string;
  /** A deployed stage, reached with the AWS credentials at hand. */
  readonly stage?: string | undefined;
  /** Its bucket, where it does not have the usual name. */
  readonly bucket?: string | undefined;
}

/** Answers what gives the stage back when the work is done. */
async function useStage({ data, stage, bucket }: StageOptions): Promise<OpenStage> {
  if (stage === undefined) return openStage(data);
  Object.assign(process.env, { STAGE: stage, ...(bucket !== undefined && { BUCKET: bucket }) });
  return { close: () => Promise.resolve() };
}

/** A command whose stage is known before it runs. */
export const stageCommand = <const Declared extends Options & typeof WHERE>(
  declaration: Declaration<Declared>,
): Command =>
  command<Declared>({
    ...declaration,
    run: async (values, positionals) => {
      const stage = await useStage(values as StageOptions);
      await declaration.run(values, positionals).finally(() => stage.close());
    },
  });
