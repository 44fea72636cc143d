/** `npm start`: the three services on this machine. */
import { inspect } from 'node:util';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { openDataFolder } from './data-folder/data-folder.ts';
import { checkEngine, startDatabase } from './database/start.ts';
import { readOptions, START_OPTIONS, type StartOptions } from './options.ts';
import { fullDisk } from './process/machine-failure.ts';
import { onEnd } from './process/shutdown.ts';
import { welcome } from './welcome.ts';

const EMAIL = 'alice@example.com';
/** The widest of each service, to keep the token short: it is printed. */
const SCOPES = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);
const DAY_SECONDS = 86_400;

async function start({ port, dataDir, fresh, isEmpty, database: choice, log }: StartOptions): Promise<void> {
  // Whatever logs is loaded after this.
  process.env['LOG'] = log ?? process.env['LOG'] ?? 'pretty';
  const folder = openDataFolder(dataDir, { fresh });
  // Whoever ends it while it starts need not wait: children end with the process.
  let stop = (): Promise<void> => Promise.resolve();
  const end = onEnd(async () => {
    await stop();
    folder.release();
  });
  process.on('uncaughtException', (error) => {
    end(fullDisk(error, dataDir) ?? inspect(error));
  });
  checkEngine(folder, choice);
  const starting = startDatabase({ choice, file: folder.database, dataDir: folder.dynamodb });
  // Loaded while the database starts; a failure of the database is reported where it is awaited.
  starting.catch(() => undefined);
  const [{ startStack }, { openIssuer }] = await Promise.all([import('./stack.ts'), import('./sign-in/issuer.ts')]);

  const issuer = await openIssuer(dataDir);
  let apiKey = '';
  const { gateway, database, ...stack } = await startStack({
    folder,
    issuer,
    port,
    database: starting,
    async prepare() {
      // Not before: these modules read the environment of the stage when they are loaded.
      const [{ localApiKey, storeApiKey }, { SAMPLE_DATA, seedOnce }] = await Promise.all([
        import('./sign-in/api-key.ts'),
        import('./sample/sample-data.ts'),
      ]);
      apiKey = localApiKey(folder);
      await seedOnce(folder, [storeApiKey(apiKey)]);
      if (!isEmpty)
        await seedOnce(folder, SAMPLE_DATA, (line) => {
          console.log(line);
        });
    },
  });

  stop = () => stack.stop();
  void database.ended.then((lastWords) => {
    end(`The database ended. ${lastWords}`.trim());
  });

  const token = await issuer.sign({ email: EMAIL, scopes: SCOPES, ttlSeconds: DAY_SECONDS });
  console.log(
    welcome({
      rootUrl: gateway.rootUrl,
      database: database.name,
      note: database.note,
      dataDir,
      email: EMAIL,
      token,
      apiKey,
      seconds: process.uptime(),
    }),
  );
}

await program(
  'npm start',
  command({
    does: 'Serves calendar, books and ads on this machine, until Ctrl-C.',
    options: START_OPTIONS,
    example: '--port 9000 --data work',
    run: (values) => {
      const options = readOptions(values);
      return start(options).catch((error: unknown) => {
        const sentence = fullDisk(error, options.dataDir);
        throw sentence === undefined ? error : new StartupError(sentence, { cause: error });
      });
    },
  }),
);
// Children end with the process.
if (process.exitCode !== undefined) process.exit();
