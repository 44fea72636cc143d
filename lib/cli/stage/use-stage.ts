/**
 * The commands `npm run calendar|books|ads|channels|credentials|key|token|doctor|build`: one file here each, with their larger
 * parts in folders of the same name. `lib/command` reads arguments and prints help.
 * This file is shared by all: it points a command at a local data folder or at a deployed stage, before code that reads
 * the environment is loaded.
 */
import { command, WrongUsage, type Command, type Declaration, type Options } from '#lib/command/command';
import { DEFAULT_DATA_DIR, findDataFolder } from '#lib/local/data-folder/find-folder';
import { openStage, runningStack, type OpenStage } from '#lib/local/open-stage';

/** The stage that a command works on. */
export const STAGE_OPTIONS = {
  data: {
    type: 'string',
    value: 'DIR',
    does: `data folder of \`npm start\`, running or not; by default ${DEFAULT_DATA_DIR}, or that of the running stack`,
  },
  stage: { type: 'string', value: 'NAME', does: 'use a deployed stage instead; needs AWS credentials' },
} as const satisfies Options;

export const BUCKET_OPTION = {
  bucket: { type: 'string', value: 'NAME', does: 'the bucket of the stage, if it has its own name' },
} as const satisfies Options;

export const SEARCH_OPTION = {
  search: {
    type: 'string',
    value: 'URL',
    does: 'its OpenSearch domain, where the stage searches books in one; `file` to go back to a file',
  },
} as const satisfies Options;

export interface StageOptions {
  /** Data folder of the local stack. */
  readonly data?: string | undefined;
  /** A deployed stage, reached with the current AWS credentials. */
  readonly stage?: string | undefined;
  /** Its bucket, if it does not have the default name. */
  readonly bucket?: string | undefined;
  /** The endpoint of its OpenSearch domain, if it has one, or `file`. */
  readonly search?: string | undefined;
}

/** Standard output belongs to other programs. */
export const dataFolder = (given: string | undefined): string =>
  findDataFolder(given, (line) => {
    console.error(line);
  });

/** Where the services of a stage answer; ends in a slash. */
export function rootUrlOf({ url, data, stage }: StageOptions & { readonly url?: string | undefined }): string {
  const known = stage === undefined ? runningStack(dataFolder(data))?.gateway : undefined;
  if (url === undefined && stage !== undefined)
    throw new WrongUsage('Where does the stage answer? Give --url https://...');
  const text = url ?? known ?? 'http://127.0.0.1:8080/';
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new WrongUsage(`'${text}' is not an address.`);
  return `${parsed.origin}/`;
}

function searchVariables(search: string | undefined): Readonly<Record<string, string>> {
  if (search === undefined) return {};
  if (search === 'file') return { BOOKS_SEARCH: 'file' };
  if (!URL.canParse(search)) throw new WrongUsage(`--search is https://..., or file, not '${search}'.`);
  return { BOOKS_SEARCH: 'opensearch', SEARCH_ENDPOINT: search };
}

/** The result's `close` releases the stage. */
async function useStage({ data, stage, bucket, search }: StageOptions): Promise<OpenStage> {
  if (stage === undefined && search !== undefined)
    throw new WrongUsage('--search is for a deployed stage: name it with --stage.');
  if (stage === undefined) return openStage(dataFolder(data));
  Object.assign(process.env, searchVariables(search));
  Object.assign(process.env, { STAGE: stage, SIGN_IN: 'on', ...(bucket !== undefined && { BUCKET: bucket }) });
  return { close: () => Promise.resolve() };
}

/** A command that runs after its stage was opened. */
export const stageCommand = <const Declared extends Options & typeof STAGE_OPTIONS>(
  declaration: Declaration<Declared>,
): Command =>
  command<Declared>({
    ...declaration,
    run: async (values, positionals) => {
      const stage = await useStage(values as StageOptions);
      await declaration.run(values, positionals).finally(() => stage.close());
    },
  });
