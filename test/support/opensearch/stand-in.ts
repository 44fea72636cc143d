/**
 * Stands in for an OpenSearch domain, which nobody has on a laptop: the requests that we send, over HTTP, with signatures
 * checked, mappings strict, and documents hidden from searches until a refresh. Searches are answered by the oracle in
 * `evaluate.ts`.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { openDomain, type Domain } from '#lib/stores/opensearch/domain';
import { listen } from '#test/support/http/listen';
import { bySort, evaluator, propertiesOf, UnknownField, type Doc } from './evaluate.ts';
import { isSigned } from './signature.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET };

type Json = Readonly<Record<string, unknown>>;

interface Index {
  readonly mappings: Json;
  readonly evaluate: ReturnType<typeof evaluator>;
  readonly written: Map<string, Doc>;
  /** As of the last refresh. */
  searched: Map<string, Doc>;
  readonly aliases: Set<string>;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, type: string) {
    super(type);
    this.status = status;
  }
}

interface Call {
  readonly target: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly id: string;
}

export interface StandIn {
  readonly domain: Domain;
  readonly url: string;
  readonly indices: ReadonlyMap<string, Index>;
  /** `POST /books/_search`, in order. */
  readonly requests: readonly string[];
  /** Asked before each request; a status is the answer, and 0 cuts the connection. */
  fault: ((request: string) => number | undefined) | undefined;
  /** Asked for each document of a bulk request; a status refuses it. */
  itemFault: ((id: string) => number | undefined) | undefined;
  /** A domain for another holder of keys. */
  domainFor(credentials: { accessKeyId: string; secretAccessKey: string }): Domain;
  stop(): Promise<void>;
}

/** With `anybody`, requests of any signer are taken: those of functions, whose credentials are the environment's. */
export async function standInDomain({ anybody = false } = {}): Promise<StandIn> {
  const indices = new Map<string, Index>();
  const requests: string[] = [];
  const faults: Pick<StandIn, 'fault' | 'itemFault'> = { fault: undefined, itemFault: undefined };

  const holdersOf = (alias: string): string[] =>
    [...indices].filter(([, { aliases }]) => aliases.has(alias)).map(([name]) => name);
  function indexAt(target: string): Index {
    const [name = target, ...others] = holdersOf(target);
    const index = indices.get(name);
    if (index === undefined || others.length > 0) throw new Refusal(404, 'index_not_found_exception');
    return index;
  }
  function make(name: string, mappings: Json): Index {
    if (indices.has(name)) throw new Refusal(400, 'resource_already_exists_exception');
    const index: Index = {
      mappings,
      evaluate: evaluator(mappings),
      written: new Map(),
      searched: new Map(),
      aliases: new Set<string>(),
    };
    indices.set(name, index);
    return index;
  }

  function requireMapped({ mappings }: Index, doc: Doc): void {
    if (mappings['dynamic'] !== 'strict') return;
    const known = [...propertiesOf(mappings).keys()];
    const paths = Object.entries(doc).flatMap(([name, value]) =>
      known.some((path) => path.startsWith(`${name}.`))
        ? Object.keys(value as Json).map((it) => `${name}.${it}`)
        : name,
    );
    if (paths.some((path) => !known.includes(path))) throw new Refusal(400, 'strict_dynamic_mapping_exception');
  }

  function search({ mappings, evaluate, searched }: Index, request: Json): Json {
    const { query, sort, from, size, _source } = request as { query: Json; sort: Json[] } & Json;
    const excluded = (mappings['_source'] as { excludes?: string[] } | undefined)?.excludes ?? [];
    const found = [...searched].flatMap(([id, doc]) => {
      const { isMatch, score, names } = evaluate(doc, query);
      return isMatch ? [{ id, doc, names, key: { ...doc, _score: score } }] : [];
    });
    const order = bySort(sort);
    const page = found.toSorted((a, b) => order(a.key, b.key)).slice(Number(from), Number(from) + Number(size));
    const shown = (doc: Doc): Json =>
      Object.fromEntries(
        Object.entries(doc).filter(([name]) => (_source as string[]).includes(name) && !excluded.includes(name)),
      );
    const hits = page.map(({ id, doc, names }) => ({
      _id: id,
      ...(_source !== false && { _source: shown(doc) }),
      ...(names.length > 0 && { matched_queries: names }),
    }));
    return { hits: { total: { value: found.length, relation: 'eq' }, hits } };
  }

  function bulk({ target, query, body }: Call): Json {
    if (query.get('require_alias') === 'true' && holdersOf(target).length === 0)
      throw new Refusal(404, 'index_not_found_exception');
    const index = holdersOf(target).length > 0 ? indexAt(target) : (indices.get(target) ?? make(target, {}));
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    const items: Json[] = [];
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      const [[action = '', { _id: id = '' }] = ['', {}]] = Object.entries(line as Record<string, { _id?: string }>);
      const document = action === 'index' ? lines.shift() : undefined;
      let status = faults.itemFault?.(id);
      try {
        if (document !== undefined) requireMapped(index, document);
      } catch (error) {
        status = (error as Refusal).status;
      }
      if (status === undefined && document !== undefined) index.written.set(id, document);
      const isGone = status === undefined && document === undefined && !index.written.delete(id);
      const error = status === undefined ? {} : { error: { type: 'refused', reason: 'by the test' } };
      items.push({ [action]: { _id: id, status: status ?? (isGone ? 404 : 200), ...error } });
    }
    return { errors: items.some((item) => 'error' in (Object.values(item)[0] as Json)), items };
  }

  const operations: Readonly<Record<string, (call: Call) => Json>> = {
    'PUT ': ({ target, body }) => {
      make(target, (JSON.parse(body) as { mappings: Json }).mappings);
      return { acknowledged: true };
    },
    'DELETE ': ({ target }) => {
      if (!indices.delete(target)) throw new Refusal(404, 'index_not_found_exception');
      return { acknowledged: true };
    },
    'GET _alias': ({ target }) => {
      indexAt(target);
      return Object.fromEntries(holdersOf(target).map((name) => [name, { aliases: { [target]: {} } }]));
    },
    'POST _aliases': ({ body }) => {
      const { actions } = JSON.parse(body) as { actions: Record<string, { index: string; alias: string }>[] };
      // All or nothing.
      const changes = actions.map((action) => {
        const [[kind, { index, alias }] = ['', { index: '', alias: '' }]] = Object.entries(action);
        return { kind, index: indexAt(index), alias };
      });
      for (const { kind, index, alias } of changes) index.aliases[kind === 'add' ? 'add' : 'delete'](alias);
      return { acknowledged: true };
    },
    'POST _bulk': bulk,
    'POST _refresh': ({ target }) => {
      const index = indexAt(target);
      index.searched = new Map(index.written);
      return {};
    },
    'GET _count': ({ target }) => ({ count: indexAt(target).searched.size }),
    'POST _search': ({ target, body }) => search(indexAt(target), JSON.parse(body) as Json),
    'POST _msearch': ({ target, body }) => {
      const lines = body
        .trimEnd()
        .split('\n')
        .filter((_, place) => place % 2 === 1);
      return { responses: lines.map((line) => search(indexAt(target), JSON.parse(line) as Json)) };
    },
    'POST _mget': ({ target, query, body }) => {
      const { written } = indexAt(target);
      const field = query.get('_source') ?? '';
      const docs = (JSON.parse(body) as { ids: string[] }).ids.map((id) => {
        const doc = written.get(id);
        return { _id: id, found: doc !== undefined, ...(doc && { _source: { [field]: doc[field] } }) };
      });
      return { docs };
    },
    'GET _doc': ({ target, id }) => {
      const _source = indexAt(target).written.get(id);
      if (_source === undefined) throw new Refusal(404, 'not_found');
      return { _source };
    },
    'PUT _doc': ({ target, id, body }) => {
      (indices.get(target) ?? make(target, {})).written.set(id, JSON.parse(body) as Json);
      return {};
    },
    'DELETE _doc': ({ target, id }) => {
      if (!indexAt(target).written.delete(id)) throw new Refusal(404, 'not_found');
      return {};
    },
  };

  function answer({ method = '', url = '', headers }: IncomingMessage, body: string): Json {
    const signed = { method, url, headers: headers as Record<string, string>, body };
    if (!anybody && !isSigned(signed, SECRET)) throw new Refusal(403, 'the signature does not match');
    const { pathname, searchParams } = new URL(url, 'http://any');
    const [, target = '', call = '', id = ''] = pathname.split('/');
    const name = target.startsWith('_') ? `${method} ${target}` : `${method} ${call}`;
    const operation = operations[name];
    if (operation === undefined) throw new Refusal(405, `no ${method} ${pathname} here`);
    return operation({ target, query: searchParams, body, id });
  }

  const server = createServer((request, response) => {
    const name = `${request.method ?? ''} ${(request.url ?? '').replace(/\?.*$/, '')}`;
    requests.push(name);
    void text(request).then((body) => {
      const fault = faults.fault?.(name);
      if (fault === 0) return request.socket.destroy();
      try {
        if (fault !== undefined) throw new Refusal(fault, 'by the test');
        const found = JSON.stringify(answer(request, body));
        return response.writeHead(200).end(found);
      } catch (error) {
        const status = error instanceof Refusal ? error.status : error instanceof UnknownField ? 400 : 500;
        return response.writeHead(status).end(JSON.stringify({ error: { type: String(error) }, status }));
      }
    });
  });
  const { url, stop } = await listen(server);
  const domainFor: StandIn['domainFor'] = (credentials) =>
    openDomain({ endpoint: url, region: 'eu-central-1', pauseMs: 1, credentials: () => Promise.resolve(credentials) });
  return Object.assign(faults, { domain: domainFor(CREDENTIALS), url, indices, requests, domainFor, stop });
}
