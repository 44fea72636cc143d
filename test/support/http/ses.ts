/** Stands in for SES over HTTP, so that the SDK's own handling of faults is part of what is tested. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onceForAll } from '#test/support/run/fixture';
import { listen } from './listen.ts';

/** `hang` and `reset` come after the message has arrived, as when SES has taken it and the answer is lost. */
export type SesAnswer = 'take' | 'hang' | 'reset' | { readonly status: number; readonly name: string };

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The part of a request that is read here. */
interface SendEmail {
  readonly FromEmailAddress: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Raw: { readonly Data: string } };
}

export interface SesStandIn {
  readonly url: string;
  /** Raw messages, in the order in which they came. */
  readonly arrived: Buffer[];
  /** Who sent each of them to whom, whatever its own lines say. */
  readonly envelopes: Envelope[];
  /** To the next requests, one after the other; to all others after them the last of these. */
  answer(...answers: readonly SesAnswer[]): void;
  stop(): Promise<void>;
}

function reply(answer: SesAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    request.socket.destroy();
    return;
  }
  const [status, headers, body] =
    answer === 'take'
      ? [200, {}, { MessageId: 'taken' }]
      : [answer.status, { 'x-amzn-ErrorType': answer.name }, { message: answer.name }];
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function startSes(): Promise<SesStandIn> {
  let answers: readonly SesAnswer[] = ['take'];
  const arrived: Buffer[] = [];
  const envelopes: Envelope[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { FromEmailAddress: from, Destination, Content } = JSON.parse(await text(request)) as SendEmail;
    arrived.push(Buffer.from(Content.Raw.Data, 'base64'));
    envelopes.push({ from, to: Destination.ToAddresses });
    const [next = 'take', ...later] = answers;
    if (later.length > 0) answers = later;
    reply(next, request, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  const { url, stop } = await listen(server);
  return {
    url,
    arrived,
    envelopes,
    answer: (...next) => {
      answers = next;
    },
    stop,
  };
}

/** One for all tests of the file. */
export const useSes = (): SesStandIn => onceForAll(startSes, (ses) => ses.stop());
