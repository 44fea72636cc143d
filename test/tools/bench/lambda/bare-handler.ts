/** The smallest useful Lambda handler on this stack, bundled like the functions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { OPTIONS } from '#lib/package/bundle';

/** Its event is the key of an item. */
const BARE = `
import middy from '@middy/core';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CALENDAR_TABLE;
const read = async (event) => (await db.send(new GetCommand({ TableName, Key: event }))).Item;
export const handler = middy().handler(read);
`;

const PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The path of the module: `bare.mjs` in the folder. */
export async function buildBareHandler(folder: string): Promise<string> {
  const [source, outfile] = [join(folder, 'bare.js'), join(folder, 'bare.mjs')];
  const { outdir: _outdir, outbase: _outbase, outExtension: _extension, ...options } = OPTIONS;
  await writeFile(source, BARE);
  await build({ ...options, entryPoints: [source], outfile, sourcemap: false, nodePaths: [PACKAGES] });
  return outfile;
}
