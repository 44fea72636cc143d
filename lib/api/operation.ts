/**
 * An operation is declared once; routing, checks, documents and tests are read off the declaration. Next: `schema.ts`
 * (types of parameters and resources), `check.ts` (values against them), `errors.ts`, `routes.ts`; `documents/` writes
 * the discovery and OpenAPI documents and `functions/http.yml` from declarations.
 */
import type { Caller, Context, User } from './context.ts';
import { notImplemented } from './errors.ts';
import type { Fields, Patch, Schema, Static, StaticParameters } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Bytes instead of JSON. */
export interface FileAnswer {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** Marks an operation whose answer is a file. */
export interface Media<T = FileAnswer> {
  readonly media: true;
  /** The resource that the discovery document names for the non-media form. */
  readonly schema?: Schema;
  readonly _answer?: T;
}
export const media = (schema?: Schema): Media => (schema === undefined ? { media: true } : { media: true, schema });

type Body<R extends string, B> = B extends Schema
  ? R extends `PATCH ${string}`
    ? Patch<Static<B>>
    : Static<B>
  : undefined;
type Answer<A> = A extends Media<infer T> ? T | Record<string, never> : A extends Schema ? Static<A> : undefined;

export interface Input<R extends string, P, Q, B> {
  readonly path: StaticParameters<P>;
  readonly query: StaticParameters<Q>;
  readonly body: Body<R, B>;
}

/** `user`: a token is needed. `key`: an API key is enough for what is public. */
export type Access = 'user' | 'key';

export interface Declaration<
  Stores,
  R extends `${Method} /${string}`,
  P extends Fields,
  Q extends Fields,
  B extends Schema | undefined,
  A extends Schema | Media | undefined,
  K extends Access,
> {
  /** Documented id: `calendar.events.insert`. */
  readonly id: string;
  readonly summary: string;
  readonly route: R;
  readonly scopes: readonly string[];
  /** Quota units. */
  readonly cost: number;
  readonly access?: K;
  readonly path: P;
  readonly query: Q;
  readonly body?: B;
  /** Left out: 204 and no body. */
  readonly returns?: A;
  /** The list can be watched (`supportsSubscription` of the discovery document). */
  readonly watchable?: boolean;
  run(input: Input<R, P, Q, B>, context: Context<Stores, K extends 'key' ? Caller : User>): Promise<Answer<A>>;
}

/** A declaration as the pipeline sees it: input types no longer matter. */
export interface Operation<Stores = never> {
  readonly id: string;
  readonly summary: string;
  readonly route: string;
  readonly method: Method;
  readonly pathTemplate: string;
  readonly scopes: readonly string[];
  readonly cost: number;
  readonly access: Access;
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Schema | undefined;
  readonly returns: Schema | undefined;
  readonly media: boolean;
  readonly watchable: boolean;
  readonly isPending: boolean;
  readonly run: (
    input: { path: never; query: never; body: never },
    context: Context<Stores, never>,
  ) => Promise<unknown>;
}

const PENDING = Symbol('pending');

/** The `run` of an operation that a later version serves: 501, naming it. */
export const pending: { (): Promise<never>; readonly [PENDING]: true } = Object.assign(
  () => Promise.reject(new Error('pending operations are answered by defineOperation')),
  { [PENDING]: true as const },
);

/** Each service makes its own `defineOperation` from this, bound to the type of its stores. */
export const operationsOn =
  <Stores>() =>
  <
    const R extends `${Method} /${string}`,
    P extends Fields,
    Q extends Fields,
    B extends Schema | undefined = undefined,
    A extends Schema | Media | undefined = undefined,
    K extends Access = 'user',
  >(
    declaration: Declaration<Stores, R, P, Q, B, A, K>,
  ): Operation<Stores> => {
    const [method, pathTemplate] = declaration.route.split(' ') as [Method, string];
    const { returns, run } = declaration;
    const isPending = PENDING in run;
    return {
      id: declaration.id,
      summary: declaration.summary,
      route: declaration.route,
      method,
      pathTemplate,
      scopes: declaration.scopes,
      cost: declaration.cost,
      access: declaration.access ?? 'user',
      path: declaration.path,
      query: declaration.query,
      body: declaration.body,
      returns: returns !== undefined && 'media' in returns ? returns.schema : returns,
      media: returns !== undefined && 'media' in returns,
      watchable: declaration.watchable ?? false,
      isPending,
      run: isPending ? () => Promise.reject(notImplemented(declaration.id)) : (run as Operation<Stores>['run']),
    };
  };
