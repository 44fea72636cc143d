/** A browser without a window: follows a client's request to the page, and answers it. */
import type { TestGateway } from '#test/support/http/gateway';

export interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where the answer leads to, with its parameters. */
  readonly location: URL | undefined;
}

export interface Browser {
  open(path: string): Promise<Page>;
  /** Sends the form of the last page; values replace its fields. */
  answer(values: Readonly<Record<string, string | readonly string[]>>, headers?: Record<string, string>): Promise<Page>;
}

const hiddenIn = (text: string): string => /name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';
export const scopesIn = (text: string): string[] =>
  [...text.matchAll(/name="scope"\s+value="([^"]+)"/g)].map(([, scope = '']) => scope);

export function newBrowser(gateway: Pick<TestGateway, 'rootUrl'>): Browser {
  const cookies = new Map<string, string>();
  let last = '';

  async function send(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(new URL(path, gateway.rootUrl), {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as object), cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    last = await response.text();
    const location = response.headers.get('location');
    return {
      status: response.status,
      text: last,
      headers: response.headers,
      location: location === null ? undefined : new URL(location, gateway.rootUrl),
    };
  }

  return {
    open: (path) => send(path),
    answer(values, headers = {}) {
      const fields = { request: hiddenIn(last), decision: 'allow', scope: scopesIn(last), ...values };
      const body = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((text) => [name, text])),
      );
      return send('o/oauth2/consent', { method: 'POST', body, headers });
    },
  };
}
