/** A registry of npm on this machine, with one package in it that no machine installs. */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-fs';
import { newFolder } from '#test/support/run/folders/new-folder';
import { startReceiver } from './receiver.ts';

export interface Registry {
  /** What `package-lock.json` says of the package. */
  readonly integrity: string;
  /** Makes npm ask here and nowhere else, and remember nothing of it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Paths that were asked for. */
  asked(): string[];
  stop(): Promise<void>;
}

async function packed(folder: string, files: Readonly<Record<string, string>>): Promise<Buffer> {
  mkdirSync(join(folder, 'package'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'package', path), text);
  return gzipSync(await buffer(pack(folder, { entries: ['package'] })));
}

export async function startRegistry(name: string, version: string): Promise<Registry> {
  const folder = newFolder();
  const manifest = { name, version, os: ['aix'], cpu: ['s390x'] };
  const file = await packed(folder, { 'package.json': JSON.stringify(manifest), 'library.so': 'machine code' });
  const integrity = `sha512-${hash('sha512', file, 'base64')}`;

  const server = await startReceiver();
  const release = { ...manifest, dist: { tarball: `${server.url}/library.tgz`, integrity } };
  const document = JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: release } });
  server.answer((response, _socket, path) => {
    response.end(path.endsWith('.tgz') ? file : document);
  });
  return {
    integrity,
    environment: {
      ...process.env,
      npm_config_registry: server.url,
      npm_config_noproxy: '127.0.0.1',
      npm_config_userconfig: devNull,
      npm_config_cache: join(folder, 'npm'),
      npm_config_fetch_retries: '0',
    },
    asked: () => server.received.map(({ path }) => decodeURIComponent(path)),
    async stop() {
      await server.stop();
    },
  };
}
