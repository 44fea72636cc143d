/** `npm run credentials`: OAuth clients, service accounts and authorized users, as files that Google's libraries read. */
import { existsSync, writeFileSync } from 'node:fs';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { redirectProblem } from '#lib/oauth/clients/redirect';
import { requireAddress, scopesOf } from './credentials/arguments.ts';
import { rootUrlOf, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const CREATE = {
  type: {
    type: 'string',
    choices: ['web', 'installed', 'service-account', 'authorized-user'],
    does: 'a website, an installed app, a service account, or a user who has already signed in',
  },
  out: { type: 'string', value: 'FILE', does: 'the file to write; only its owner can read it' },
  name: { type: 'string', value: 'NAME', default: 'my-app', does: 'the name that people see on the consent page' },
  redirect: {
    type: 'string',
    value: 'URL',
    multiple: true,
    does: 'where a site receives its codes; repeatable. Installed programs may use any port of this machine',
  },
  email: { type: 'string', value: 'ADDRESS', does: 'the user, with --type authorized-user' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    does: 'a scope that the user allowed; repeatable (everything)',
  },
  delegate: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    does: 'a scope for which a service account may act as any user; repeatable (none)',
  },
  url: { type: 'string', value: 'URL', does: 'root URL of the services, if not that of `npm start`' },
  ...STAGE_OPTIONS,
} as const satisfies Options;

type CreateValues = Values<typeof CREATE>;

/** Load late: the stores read the environment when they are loaded. */
const openOAuth = async () => (await import('#lib/runtime/oauth/dependencies')).oauthService();
const registering = () => import('#lib/oauth/credentials/register');

function redirectsOf({ type, redirect = [] }: CreateValues): readonly string[] {
  if (type === 'web' && redirect.length === 0)
    throw new WrongUsage('Where does the site take its codes? Give --redirect https://...');
  const problem = redirect.map(redirectProblem).find((text) => text !== undefined);
  if (problem !== undefined) throw new WrongUsage(problem);
  return redirect;
}

async function credentialsFor(values: CreateValues): Promise<object> {
  const { type, name, email, scope, delegate } = values;
  const registration = { name, rootUrl: rootUrlOf(values) };
  const { registerAuthorizedUser, registerClient, registerServiceAccount } = await registering();
  if (type === 'web' || type === 'installed')
    return registerClient({ ...registration, type, redirectUris: redirectsOf(values) }, await openOAuth());
  if (type === 'authorized-user') {
    const person = requireAddress(email);
    return registerAuthorizedUser({ ...registration, email: person, scopes: scopesOf(scope) }, await openOAuth());
  }
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(name))
    throw new WrongUsage(`A service account is named with 6 to 30 letters, digits and dashes, not '${name}'.`);
  const delegatedScopes = delegate === undefined ? [] : scopesOf(delegate);
  const made = await registerServiceAccount({ ...registration, delegatedScopes }, await openOAuth());
  if (made === undefined) throw new StartupError(`There is a service account ${name} already.`);
  return made;
}

/** Never over another file: its secret would be lost. */
function writeNew(file: string, content: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw hasErrorCode(error, { code: 'EEXIST' }) ? new StartupError(`${file} exists already.`) : error;
  }
}

async function create(values: CreateValues): Promise<void> {
  const { type, out } = values;
  if (type === undefined)
    throw new WrongUsage('Of which kind? Give --type web, installed, service-account or authorized-user.');
  if (out === undefined) throw new WrongUsage('Where to? Give --out FILE.json.');
  if (existsSync(out)) throw new StartupError(`${out} exists already.`);
  writeNew(out, await credentialsFor(values));
  console.log(`Wrote ${out}. Keep it: its secret is stored nowhere else.`);
}

async function list(): Promise<void> {
  const clients = await (await openOAuth()).stores.clients.list();
  for (const { id, type, name, created } of clients.toSorted((a, b) => a.created.localeCompare(b.created)))
    console.log([id, type, created, name].join('\t'));
}

async function revoke(id: string): Promise<void> {
  const { revokeClient } = await import('#lib/oauth/tokens/revoke');
  if (!(await revokeClient(id, await openOAuth()))) throw new StartupError(`There is no client ${id}.`);
  console.log(`Revoked ${id}: it gets no more tokens, and its tokens stop working within five seconds.`);
}

await program('npm run --silent credentials', {
  does: 'Manages OAuth clients and service accounts, on the local stack or a deployed stage with sign-in.',
  verbs: {
    create: stageCommand({
      does: 'creates one and writes its file in Google’s format',
      options: CREATE,
      example: '--type installed --out client_secret.json',
      run: create,
    }),
    list: stageCommand({
      does: 'lists the id, type, date and name of each',
      options: STAGE_OPTIONS,
      example: '',
      run: list,
    }),
    revoke: stageCommand({
      does: 'revokes one; its tokens stop working within five seconds',
      takes: 'ID',
      options: STAGE_OPTIONS,
      example: 'robot-1@almanac.iam.gserviceaccount.com',
      run: (_values, [id = '']) => revoke(id),
    }),
  },
});
