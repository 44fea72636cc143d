/** Sends every request as every caller and records the answers. */
import { randomBytes, randomInt } from 'node:crypto';
import { sortedJson } from '#lib/api/text/sorted-json';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import type { LocalIssuer } from '#lib/local/sign-in/issuer';
import { openStores, createUserData } from '#test/tools/fixtures/user-data';
import type { SendRequest, ReceivedAnswer } from '#test/tools/shared/request-sender';
import { CALLERS, createCallers, type CallerName } from './callers.ts';
import { missingIds, requestsFor, type IsolationRequest } from './requests.ts';

/** `404 notFound`; only the status if the caller is served. */
export type Verdict = string;
export type Row = Readonly<Record<CallerName, Verdict>>;

export interface Isolation {
  readonly rows: ReadonlyMap<string, Row>;
  /** Answers to others that contain the owner's text. */
  readonly leaks: readonly string[];
  /** Operations that answer a colleague differently about the owner's data than about missing data. */
  readonly distinguishable: readonly string[];
  /** What the owner reads before and after the others tried. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Envelope {
  readonly error?: { readonly errors?: readonly { readonly reason?: string }[] };
}

interface FreeBusy {
  readonly calendars?: Readonly<Record<string, { readonly errors?: readonly { readonly reason?: string }[] }>>;
}

function verdictOn({ status, text }: ReceivedAnswer): Verdict {
  if (!text.startsWith('{')) return String(status);
  const { error, calendars } = JSON.parse(text) as Envelope & FreeBusy;
  const reason = error?.errors?.[0]?.reason ?? Object.values(calendars ?? {})[0]?.errors?.[0]?.reason;
  return [String(status), ...(reason === undefined ? [] : [reason])].join(' ');
}

const READS =
  /^(calendar\.(acl|calendars|calendarList|events)\.get|books\.mylibrary\.bookshelves\.volumes\.list|doubleclicksearch\.(conversion\.get|savedColumns\.list))$/;

/** Public for everybody. */
const IS_PUBLIC = /^(books\.(volumes\.get|bookshelves\.list)|calendar\.settings\.get)$/;

/** Equal answers give equal texts. */
const comparable = ({ text }: ReceivedAnswer): string => (text.startsWith('{') ? sortedJson(JSON.parse(text)) : text);

/** `onAsked` reports how many requests were answered. */
export async function askAsEveryCaller(
  send: SendRequest,
  sign: LocalIssuer['sign'],
  onAsked: (done: number, all: number) => void = () => undefined,
): Promise<Isolation> {
  const name = randomBytes(5).toString('hex');
  const mark = `canary${randomBytes(8).toString('hex')}`;
  const email = `owner-${name}@example.org`;
  const ownerToken = await sign({ email, scopes: ALL_SCOPES, ttlSeconds: 3600 });
  const stores = await openStores();
  const held = await createUserData(send, stores, { email, token: ownerToken, mark, number: randomInt(1, 999_999) });
  const { runDueReports } = await import('#lib/runtime/ads/run-due-reports');
  await runDueReports();
  const callers = await createCallers({ send, sign, stores, ownerToken, held });
  const questions = requestsFor(held);
  const leaks: string[] = [];
  const rows = new Map<string, Record<CallerName, Verdict>>();
  let asked = 0;

  const ask = async ({ operation, sent }: IsolationRequest, caller: CallerName): Promise<void> => {
    const got = await send(callers[caller](sent));
    rows.set(operation, { ...(rows.get(operation) ?? emptyRow()), [caller]: verdictOn(got) });
    if (caller !== 'owner' && got.text.includes(mark)) leaks.push(`${operation} tells ${caller}`);
    asked += 1;
    onAsked(asked, questions.length * CALLERS.length);
  };
  const look = () =>
    Promise.all(
      questions
        .filter(({ operation }) => READS.test(operation))
        .map(async ({ sent }) => comparable(await send(callers.owner(sent)))),
    );

  /** The answer with every id removed. */
  const answerAbout = async ({ sent }: IsolationRequest, ids: object): Promise<string> => {
    const { status, text } = await send(callers.colleague(sent));
    return Object.values(ids as Record<string, string>)
      .sort((a, b) => b.length - a.length)
      .reduce((rest, id) => rest.replaceAll(id, '*'), `${String(status)} ${text}`);
  };

  const before = await look();
  for (const caller of CALLERS) if (caller !== 'owner') for (const question of questions) await ask(question, caller);
  const nothing = missingIds(held);
  const distinguishable: string[] = [];
  for (const [index, question] of requestsFor(nothing).entries()) {
    const real = questions[index];
    if (real === undefined || IS_PUBLIC.test(real.operation)) continue;
    if ((await answerAbout(question, nothing)) !== (await answerAbout(real, held)))
      distinguishable.push(real.operation);
  }
  const after = await look();
  for (const question of [...questions].sort((a, b) => a.ends - b.ends)) await ask(question, 'owner');
  return { rows, leaks, distinguishable, before, after };
}

const emptyRow = (): Record<CallerName, Verdict> => ({
  owner: '',
  colleague: '',
  outsider: '',
  key: '',
  narrow: '',
  revoked: '',
});
