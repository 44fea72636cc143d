import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { signedBucket } from '#lib/stores/s3/signed-bucket';
import { listen, type Listening } from '#test/support/http/listen';
import { objects } from '#test/support/http/objects';
import { newName } from '#test/support/run/new-table';

test('an object is described by its tag and its metadata, none is undefined, and a refusal is told', async () => {
  const { bucket: Bucket } = config;
  const options = { bucket: Bucket, region: 'eu-central-1' };
  const Key = newName();
  await objects.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Metadata: { volumes: '7' } }));
  const { ETag } = await objects.send(new HeadObjectCommand({ Bucket, Key }));

  const bucket = signedBucket({ ...options, endpoint: process.env['AWS_ENDPOINT_URL_S3'] });
  expect(await bucket.describe(Key)).toEqual({ etag: ETag, bytes: 1, metadata: { volumes: '7' } });
  expect(await bucket.describe(newName())).toBeUndefined();

  const refusing = await listen(createServer((_request, response) => void response.writeHead(403).end()));
  await expect(signedBucket({ ...options, endpoint: refusing.url }).describe(Key)).rejects.toThrow('403');
  await refusing.stop();
});

describe('files', () => {
  const bucket = signedBucket({
    bucket: config.bucket,
    region: 'eu-central-1',
    endpoint: process.env['AWS_ENDPOINT_URL_S3'],
  });
  const names = ['a & b <c>.csv', 'd\'e"f.csv', 'ü + 100 %.csv', 'g/h.csv'];

  test('are listed below a prefix, under the names that they were given', async () => {
    const [prefix, other] = [newName(), newName()];
    for (const name of names) await bucket.write(`${prefix}/${name}`, name, { contentType: 'text/csv' });
    await bucket.write(`${other}/x`, 'x', { contentType: 'text/csv' });

    const keys = await bucket.list(`${prefix}/`);

    expect(keys.toSorted()).toEqual(names.map((name) => `${prefix}/${name}`).toSorted());
    expect(await Promise.all(keys.map(async (key) => textOf(await bucket.open(key))))).toEqual(
      keys.map((key) => key.slice(prefix.length + 1)),
    );
    expect(await bucket.list(newName())).toEqual([]);
  });

  test('have tags that change with their content', async () => {
    const prefix = newName();
    const tags = async () => (await bucket.files(prefix)).map(({ key, tag }) => [key, tag]);
    await bucket.write(`${prefix}/a`, 'one', { contentType: 'text/csv' });
    const before = await tags();

    await bucket.write(`${prefix}/a`, 'two', { contentType: 'text/csv' });

    expect(before).toEqual([[`${prefix}/a`, expect.stringMatching(/^"[\da-f]{32}"$/)]]);
    expect(await tags()).not.toEqual(before);
  });

  test('are read as a whole or in part, with what was noted of them; none that is missing is', async () => {
    const key = newName();
    await bucket.write(key, Buffer.from('content'), { contentType: 'text/csv', notes: { 'fetched-at': '7' } });

    expect((await bucket.read(key))?.toString()).toBe('content');
    expect((await bucket.read(key, { first: 3, last: 4 }))?.toString()).toBe('te');
    expect(await bucket.describe(key)).toMatchObject({ bytes: 7, metadata: { 'fetched-at': '7' } });
    expect(await bucket.read(newName())).toBeUndefined();
  });

  test('of any size are written as they come', async () => {
    const key = newName();
    async function* made() {
      for (let chunk = 0; chunk < 20; chunk += 1) yield await Promise.resolve(Buffer.alloc(1_000_003, chunk));
    }

    expect(await bucket.writeAsItComes(key, made(), { contentType: 'text/csv' })).toBe(20 * 1_000_003);

    const content = await bucket.read(key);
    expect(content?.equals(Buffer.concat(await Array.fromAsync(made())))).toBe(true);
  });

  test('that cannot be made leave the one of before', async () => {
    const key = newName();
    await bucket.write(key, 'before', { contentType: 'text/csv' });
    async function* failing() {
      yield await Promise.resolve(Buffer.alloc(20_000_000));
      throw new Error('out of rows');
    }

    await expect(bucket.writeAsItComes(key, failing(), { contentType: 'text/csv' })).rejects.toThrow('out of rows');

    expect((await bucket.read(key))?.toString()).toBe('before');
  });

  test('are removed below a prefix, and no others', async () => {
    const prefix = newName();
    for (const name of [`${prefix}/a`, `${prefix}/b/c`, `${prefix}-other`])
      await bucket.write(name, '', { contentType: 'text/csv' });

    await bucket.removeAll(`${prefix}/`);

    expect(await bucket.list(prefix)).toEqual([`${prefix}-other`]);
  });

  test('have links that need no token, at another name than the gateway has', async () => {
    const key = `${newName()}/ü 1.csv`;
    await bucket.write(key, 'linked', { contentType: 'text/csv' });

    const link = await bucket.link(key, { contentType: 'text/plain', name: 'a b.csv' }, 120);

    const { hostname, searchParams } = new URL(link);
    expect([hostname, searchParams.get('X-Amz-Expires')]).toEqual(['localhost', '120']);
    expect([...searchParams].filter(([name]) => name.startsWith('response-'))).toEqual([
      ['response-content-disposition', 'attachment; filename="a b.csv"'],
      ['response-content-type', 'text/plain'],
    ]);
    expect(await (await fetch(link)).text()).toBe('linked');
  });

  test('come down to disk as they went up, with their type and encoding; none that is missing does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-signed-files-'));
    const [up, down, Key] = [join(folder, 'up'), join(folder, 'down'), newName()];
    writeFileSync(up, 'packed');

    await bucket.upload(Key, up, { contentType: 'text/csv', contentEncoding: 'gzip' });

    expect(await bucket.download(Key, down)).toBe(true);
    expect(readFileSync(down, 'utf8')).toBe('packed');
    expect(await objects.send(new HeadObjectCommand({ Bucket: config.bucket, Key }))).toMatchObject({
      ContentType: 'text/csv',
      ContentEncoding: 'gzip',
    });
    expect(await bucket.download(newName(), join(folder, 'none'))).toBe(false);
    expect(existsSync(join(folder, 'none'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('a request', () => {
  interface Asked {
    readonly what: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }
  const asked: Asked[] = [];
  let answers: ((response: ServerResponse) => void)[] = [];
  const storage = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const what = `${String(request.method)} ${String(request.url)}`;
      asked.push({ what, headers: request.headers, body: Buffer.concat(parts) });
      (answers.shift() ?? ((to) => to.end()))(response);
    });
  });
  const status =
    (code: number, text = '') =>
    (response: ServerResponse) =>
      void response.writeHead(code).end(text);
  const broken = (response: ServerResponse) => void response.destroy();

  let listening: Listening;
  let bucket: ReturnType<typeof signedBucket>;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-signed-bucket-'));
  const file = join(folder, 'file');
  beforeAll(async () => {
    listening = await listen(storage);
    bucket = signedBucket({ bucket: 'shelf', region: 'eu-central-1', endpoint: `${listening.url}/` });
  });
  beforeEach(() => {
    asked.length = 0;
    answers = [];
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await listening.stop();
  });
  const lines = () => asked.map(({ what }) => what);

  test('for an object has its key escaped, and the version that is wanted', async () => {
    answers = [status(200, 'whole'), status(200)];

    expect(await textOf(await bucket.open("../a b/ü+?'(1)*!.csv", '"tag"'))).toBe('whole');
    expect(await textOf(await bucket.open('plain'))).toBe('');

    expect(lines()).toEqual(['GET /shelf/../a%20b/%C3%BC%2B%3F%27%281%29%2A%21.csv', 'GET /shelf/plain']);
    expect(asked.map(({ headers }) => headers['if-match'])).toEqual(['"tag"', undefined]);
    expect(asked[0]?.headers).toMatchObject({
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      authorization: expect.stringContaining('/eu-central-1/s3/aws4_request'),
    });
  });

  test('is signed for the region that is found with the first one', async () => {
    let found = 0;
    const region = () => {
      found += 1;
      return Promise.resolve('eu-south-2');
    };
    const elsewhere = signedBucket({ bucket: 'shelf', region, endpoint: listening.url });

    await elsewhere.remove('a');
    await elsewhere.remove('b');

    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      expect.stringContaining('/eu-south-2/s3/aws4_request'),
      expect.stringContaining('/eu-south-2/s3/aws4_request'),
    ]);
    expect(found).toBe(1);
  });

  test('is sent again when the connection or the storage fails, four times in all', async () => {
    answers = [broken, status(500), status(503), status(200, 'late')];
    expect(await textOf(await bucket.open('key'))).toBe('late');

    answers = [500, 500, 500, 502].map((code) => status(code, 'down'));
    await expect(bucket.open('key')).rejects.toThrow('S3 answered GET key with 502: down');

    answers = [broken, broken, broken, broken, status(200)];
    await expect(bucket.remove('key')).rejects.toThrow('socket hang up');
    expect(asked).toHaveLength(12);
  });

  test('that is refused is sent once, and the answer is told in part', async () => {
    answers = [status(412, 'x'.repeat(600))];

    await expect(bucket.open('key')).rejects.toMatchObject({
      status: 412,
      message: `S3 answered GET key with 412: ${'x'.repeat(500)}`,
    });
    expect(asked).toHaveLength(1);
  });

  test('for a list goes on where a page ends, and reads what XML writes otherwise', async () => {
    const page = (key: string, next = '') => status(200, `<X><Contents><Key>${key}</Key></Contents>${next}</X>`);
    answers = [
      page('a&amp;b&#x1F4D6;&#38;&lt;', '<NextContinuationToken>1/a+b=</NextContinuationToken>'),
      page('&quot;&apos;&gt;&amp;lt;'),
    ];

    expect(await bucket.list('a b/')).toEqual(['a&b📖&<', `"'>&lt;`]);

    expect(lines()).toEqual([
      'GET /shelf/?list-type=2&prefix=a%20b%2F',
      'GET /shelf/?continuation-token=1%2Fa%2Bb%3D&list-type=2&prefix=a%20b%2F',
    ]);
  });

  test('for a download that fails leaves it to the caller, unless the object is missing', async () => {
    answers = [status(404), status(403, 'no')];

    expect(await bucket.download('key', file)).toBe(false);
    await expect(bucket.download('key', file)).rejects.toThrow('S3 answered GET key with 403: no');
  });

  test('removes an object, and replaces the metadata of the version that is there', async () => {
    await bucket.remove('old');
    await bucket.touch('a b', '"tag"', { volumes: '7' });

    expect(lines()).toEqual(['DELETE /shelf/old', 'PUT /shelf/a%20b']);
    expect(asked[1]?.headers).toMatchObject({
      'x-amz-copy-source': 'shelf/a%20b',
      'x-amz-copy-source-if-match': '"tag"',
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-meta-volumes': '7',
    });
  });

  test('uploads a small file at once, an empty one too', async () => {
    for (const content of ['small', '']) {
      writeFileSync(file, content);
      await bucket.upload('key', file, { contentType: 'text/csv' });
    }

    expect(asked.map(({ what, body, headers }) => [what, body.toString(), headers['content-type']])).toEqual([
      ['PUT /shelf/key', 'small', 'text/csv'],
      ['PUT /shelf/key', '', 'text/csv'],
    ]);
  });

  test('uploads a large file in parts of 8 MB, and puts them together in their order', async () => {
    const part = 8 * 1024 * 1024;
    const content = Buffer.alloc(part + 3, 'ab');
    writeFileSync(file, content);
    // Parts come in any order: each is known by its number.
    const tagged = (response: ServerResponse) => {
      const number = /partNumber=(\d)/.exec(asked.at(-1)?.what ?? '')?.[1] ?? '';
      response.writeHead(200, { etag: `"tag ${number}"` }).end();
    };
    answers = [status(200, '<X><UploadId>id 1</UploadId></X>'), tagged, tagged, status(200, '<Done/>')];

    await bucket.upload('key', file, { contentType: 'text/csv' });

    const [begun, ...others] = asked;
    expect([begun?.what, begun?.headers['content-type']]).toEqual(['POST /shelf/key?uploads=', 'text/csv']);
    const parts = others.slice(0, 2).toSorted((a, b) => (a.what < b.what ? -1 : 1));
    expect(parts.map(({ what }) => what)).toEqual([
      'PUT /shelf/key?partNumber=1&uploadId=id%201',
      'PUT /shelf/key?partNumber=2&uploadId=id%201',
    ]);
    expect(Buffer.concat(parts.map(({ body }) => body)).equals(content)).toBe(true);
    expect(parts[1]?.body).toHaveLength(3);
    expect(others[2]?.what).toBe('POST /shelf/key?uploadId=id%201');
    expect(others[2]?.body.toString()).toContain(
      '<Part><PartNumber>1</PartNumber><ETag>"tag 1"</ETag></Part><Part><PartNumber>2</PartNumber><ETag>"tag 2"</ETag>',
    );
  });

  test('for a part that fails ends the upload, and tells S3 so', async () => {
    writeFileSync(file, Buffer.alloc(8 * 1024 * 1024 + 1));
    answers = [status(200, '<X><UploadId>id 1</UploadId></X>'), status(403, 'no'), status(403, 'no')];

    await expect(bucket.upload('key', file, { contentType: 'text/csv' })).rejects.toThrow('403: no');

    expect(lines().at(-1)).toBe('DELETE /shelf/key?uploadId=id%201');
  });

  test('for an upload that S3 cannot put together fails, although S3 has said 200', async () => {
    writeFileSync(file, Buffer.alloc(8 * 1024 * 1024 + 1));
    answers = [status(200, '<UploadId>1</UploadId>'), status(200), status(200), status(200, '<Error>lost</Error>')];

    await expect(bucket.upload('key', file, { contentType: 'text/csv' })).rejects.toThrow(
      'S3 could not put the parts together: <Error>lost</Error>',
    );
  });
});
