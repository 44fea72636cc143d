/**
 * `npm start`: the three services on this machine, with local replacements for what AWS provides.
 * Read `stack.ts` next: it starts the parts in order. `database/` is DynamoDB, `gateway/` API Gateway, `lambda/` calls
 * the functions under their roles, `streams/` passes table changes to them, `s3/` is object storage. `data-folder/`
 * keeps the files, `former-data/` imports those of earlier releases, `sample/` fills a new folder, `sign-in/` issues
 * tokens and keys, `faults/` makes calls fail in tests. Commands in `lib/cli` get the same stage through
 * `open-stage.ts`.
 */
import { hash, randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { readUpstreams, type Upstreams } from '#lib/upstream/settings';
import { isLoopbackAddress } from './control/guard.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { announceStack } from './data-folder/running-stacks.ts';
import { keepTemporaryFilesIn } from './data-folder/temporary-files.ts';
import { checkEngine, startDatabase } from './database/start.ts';
import { restartMessage, startMessage } from './log/start-message.ts';
import { chooseLog, readOptions, START_OPTIONS, type StartOptions } from './options.ts';
import { diskFullMessage } from './process/machine-failure.ts';
import { onShutdown } from './process/shutdown.ts';
import type { Seeder } from './sample/seeder.ts';

const EMAIL = 'alice@example.com';
/** The widest scope of each service: the token is printed, so it should be short. */
const SCOPES = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);
const DAY_SECONDS = 86_400;
/** The first requests come first. */
const KEEP_CODE_AFTER_MS = 500;

/** A changed file is applied again: what is there already stays. */
async function readSeed(file: string): Promise<Seeder> {
  const { readSeedFile } = await import('./sample/seed-file/apply-seed.ts');
  const { text, apply } = await readSeedFile(file);
  return { name: `seed ${hash('sha256', text)}`, seed: apply };
}

/** For each service whose data is elsewhere, where it is and whose tokens it takes. */
const upstreamNotes = (upstreams: Upstreams): string[] =>
  Object.entries(upstreams).map(([service, { rootUrl, credentials }]) => {
    const tokens =
      credentials === 'caller' ? 'its tokens are those of the service there' : `credentials ${credentials}`;
    return `${service} is at ${rootUrl}: ${tokens}.`;
  });

async function start(options: StartOptions): Promise<void> {
  const { port, host, dataDir, fresh, isEmpty, database: choice, log, https, isBooksKeyRequired } = options;
  const { services, startsAt, upstream, timeZone } = options;
  const elsewhere = readUpstreams(upstream);
  // Must come before any module that logs is loaded.
  process.env['LOG'] = chooseLog(log, process.env['LOG']);
  const seed = options.seed === undefined ? undefined : await readSeed(options.seed);
  const folder = openDataFolder(dataDir, { fresh });
  keepTemporaryFilesIn(dataDir);
  // A stop during the start need not wait: children end with the process.
  let stop = (): Promise<void> => Promise.resolve();
  const end = onShutdown(async () => {
    await stop();
    folder.release();
  });
  process.on('uncaughtException', (error) => {
    end(diskFullMessage(error, dataDir) ?? inspect(error));
  });
  checkEngine(folder, choice);
  const starting = startDatabase({ choice, file: folder.database, dataDir: folder.dynamodb });
  // Other modules load while the database starts; its failure is reported where it is awaited.
  starting.catch(() => undefined);
  const [{ startStack }, { openIssuer }] = await Promise.all([import('./stack.ts'), import('./sign-in/issuer.ts')]);

  const issuer = await openIssuer(dataDir);
  let apiKey = '';
  const secret = process.env['ALMANAC_SECRET'] ?? randomUUID();
  const { gateway, googleHosts, database, ...stack } = await startStack({
    folder,
    issuer,
    port,
    host,
    secret,
    startsAt,
    https,
    isBooksKeyRequired,
    timeZone,
    services,
    upstream,
    isInMemory: choice === 'memory',
    database: starting,
    async prepare() {
      // Load these late: they read the stage's environment when they are loaded.
      const [{ localApiKey, storeApiKey }, { SAMPLE_DATA, seedOnce }, { samplePeople }, { replaceFormerIndex }] =
        await Promise.all([
          import('./sign-in/api-key.ts'),
          import('./sample/sample-data.ts'),
          import('./sign-in/people.ts'),
          import('./former-data/former-index.ts'),
        ]);
      apiKey = localApiKey(folder);
      await seedOnce(folder, [storeApiKey(apiKey), samplePeople]);
      if (!isEmpty)
        await seedOnce(
          folder,
          SAMPLE_DATA.filter(({ name }) => services.includes(name) && !Object.hasOwn(elsewhere, name)),
          (line) => {
            console.log(line);
          },
        );
      if (seed !== undefined) await seedOnce(folder, [seed]);
      if (services.includes('books') && !Object.hasOwn(elsewhere, 'books')) await replaceFormerIndex();
      return apiKey;
    },
  });

  stop = () => stack.stop();
  // What was compiled now serves commands beside this stack, and later starts even if this process is killed.
  setTimeout(flushCompileCache, KEEP_CODE_AFTER_MS).unref();
  void database.ended.then((lastWords) => {
    end(`The database ended. ${lastWords}`.trim());
  });

  if (process.send !== undefined) {
    // Started by `startAlmanac()`, which prints nothing.
    process.send({ url: gateway.rootUrl, key: apiKey });
    return;
  }
  const takeBack = announceStack(dataDir, gateway.rootUrl);
  stop = () => {
    takeBack();
    return stack.stop();
  };
  if (process.env['ALMANAC_RESTARTED'] !== undefined) {
    console.log(restartMessage({ rootUrl: gateway.rootUrl, seconds: process.uptime() }));
    return;
  }
  const token = await issuer.sign({ email: EMAIL, scopes: SCOPES, ttlSeconds: DAY_SECONDS });
  if (!isLoopbackAddress(host)) console.log(`Control operations need the header X-Almanac-Secret: ${secret}`);
  console.log(
    startMessage({
      rootUrl: gateway.rootUrl,
      database: database.name,
      note: [database.note, ...upstreamNotes(elsewhere)].filter((line) => line !== undefined).join('\n'),
      dataDir,
      email: EMAIL,
      token,
      apiKey,
      seconds: process.uptime(),
      googleHosts,
    }),
  );
}

await program(
  'npm start',
  command({
    does: 'Serves calendar, books and ads on this machine until you press Ctrl-C.',
    options: START_OPTIONS,
    example: '--port 9000 --data work',
    run: (values) => {
      const options = readOptions(values);
      return start(options).catch((error: unknown) => {
        const sentence = diskFullMessage(error, options.dataDir);
        throw sentence === undefined ? error : new StartupError(sentence, { cause: error });
      });
    },
  }),
);
// Child processes end with this one.
if (process.exitCode !== undefined) process.exit();
