/** What a local stack tells of itself under `/_almanac/`. */
import { pathOf, request } from '../api/request.ts';

export interface DatabaseCall {
  readonly name: string;
  readonly startedMs: number;
  readonly ms: number;
  readonly capacity: number;
}

export interface AskedRequest {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly operation?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly ms: number;
  readonly calls: readonly DatabaseCall[];
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly calendar?: string;
}

export interface OpenChannel {
  readonly id: string;
  readonly watches: string;
  readonly address: string;
  readonly email: string;
  readonly expires: string;
  readonly sent: number;
  readonly waiting: number;
  readonly dead: number;
}

export interface Delivery {
  readonly at: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: string;
  readonly status?: number;
}

export interface Clock {
  readonly now: string;
  readonly mode: 'real' | 'shifted' | 'frozen';
}

export interface Fault {
  readonly id?: string;
  readonly applied?: number;
  readonly operation?: string;
  readonly times?: number;
  readonly status?: number;
  readonly delay?: number;
}

const BASE = '_almanac';

const listOf = async <T>(name: string, query: Readonly<Record<string, number>> = {}): Promise<readonly T[]> =>
  (await request<{ items?: readonly T[] }>('GET', pathOf(BASE, name), { query })).items ?? [];

export const listRequests = (after: number): Promise<readonly AskedRequest[]> => listOf('requests', { after });
export const listMails = (): Promise<readonly Mail[]> => listOf('outbox');
export const listChannels = (): Promise<readonly OpenChannel[]> => listOf('channels');
export const listDeliveries = (): Promise<readonly Delivery[]> => listOf('deliveries');
export const listFaults = (): Promise<readonly Fault[]> => listOf('faults');
export const addFault = (fault: Fault): Promise<Fault> => request('POST', pathOf(BASE, 'faults'), { body: fault });
export const removeFault = (id: string): Promise<unknown> => request('DELETE', pathOf(BASE, 'faults', id));
export const getClock = (): Promise<Clock> => request('GET', pathOf(BASE, 'clock'));
export const moveClock = (move: Readonly<Record<string, unknown>>): Promise<Clock> =>
  request('POST', pathOf(BASE, 'clock'), { body: move });
