/**
 * What the run's set-up and its test files share, and what tools share with the supporting modules of the tests. The
 * set-up loads nothing that reads the stage, which it writes first: a run of one file has both in one process.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment, TableDefinition } from '#lib/package/template/deployment';

/** What tests know of the stage that they run on. */
export type TestStage = Pick<Deployment, 'tables' | 'queues' | 'bucket' | 'environment' | 'functions'>;

/** Where `test-stage.ts` finds the stage: in the folder of the database and the issuer. */
export const stageFile = (dataDir: string): string => join(dataDir, 'stage.json');

/** For modules that are loaded after this. */
export function useStageOf(dataDir: string, { tables, queues, bucket, environment, functions }: Deployment): void {
  const stage: TestStage = { tables, queues, bucket, environment, functions };
  writeFileSync(stageFile(dataDir), JSON.stringify(stage));
  process.env['ALMANAC_TEST_DATA'] = dataDir;
}

/** What the run's set-up started and its tear-down ends. */
export const servers: { stop(): Promise<void> }[] = [];

/** The bucket of one of jest's workers. */
export const bucketOf = (shared: string, worker: number | string): string => `${shared}-${String(worker)}`;

/** Each of jest's workers is busy with one processor: reports that tests make get no more, as in the smaller functions. */
export const ONE_PROCESSOR = { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769' } as const;

/** For esbuild and TypeScript, which are written in Go: a quarter less to do, for three times the memory. */
export const FEW_COLLECTIONS = { GOGC: '400' } as const;

/**
 * Tests have clocks of their own: the database would remove by today's date what is not yet due by theirs. Those that
 * follow a stream make their own tables; nobody would read the records of these.
 */
export const withoutStream = ({
  create: { StreamSpecification: _stream, ...create },
  ...table
}: TableDefinition): TableDefinition => ({ ...table, create, ttlAttribute: undefined });
