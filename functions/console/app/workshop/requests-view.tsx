import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Check } from '../parts/check.tsx';
import { InputField } from '../parts/input-field.tsx';
import { words } from '../words/words.ts';
import { listRequests, type AskedRequest } from './control.ts';
import { number, timeOf } from './formats.ts';
import { RequestDetails } from './request-details.tsx';
import { usePolling } from './use-polling.ts';

const MAX_SHOWN = 200;
const EVERY_MS = 1000;

const isOfConsole = ({ path }: AskedRequest): boolean => path.startsWith('/console');

const kindOf = (status: number): string => (status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

const Row = ({ asked, onOpen }: { readonly asked: AskedRequest; readonly onOpen: () => void }): JSX.Element => {
  const { workshop } = words;
  const what = `${asked.method} ${asked.path}`;
  return (
    <tr>
      <td class="number">{timeOf(asked.at)}</td>
      <td>
        <button type="button" class="request-button" aria-label={workshop.details(what)} onClick={onOpen}>
          {what}
        </button>
        <span class="muted">{asked.operation}</span>
      </td>
      <td class={`status-${kindOf(asked.status)}`}>{asked.status}</td>
      <td class="number">{workshop.ms(number(asked.ms))}</td>
      <td class="number">{asked.calls.length === 0 ? '' : workshop.callCount(number(asked.calls.length))}</td>
    </tr>
  );
};

/** Newest first, as they come in. */
export function RequestsView(): JSX.Element {
  const { workshop } = words;
  const [requests, setRequests] = useState<readonly AskedRequest[]>([]);
  const [isFollowing, setFollowing] = useState(true);
  const [sought, setSought] = useState('');
  const [hasConsole, setConsole] = useState(false);
  const [opened, setOpened] = useState<AskedRequest>();
  usePolling(
    async () => {
      const more = await listRequests(requests[0]?.number ?? 0);
      if (more.length > 0) setRequests((known) => [...more.toReversed(), ...known].slice(0, 10 * MAX_SHOWN));
    },
    EVERY_MS,
    isFollowing,
  );
  const wanted = sought.trim().toLowerCase();
  const shown = requests
    .filter((asked) => hasConsole || !isOfConsole(asked))
    .filter(({ method, path, operation = '' }) => `${method} ${path} ${operation}`.toLowerCase().includes(wanted))
    .slice(0, MAX_SHOWN);
  return (
    <div class="requests">
      <div class="row">
        <InputField
          label={workshop.find}
          type="search"
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <Check label={workshop.follow} isChecked={isFollowing} onChange={setFollowing} />
        <Check label={workshop.withConsole} isChecked={hasConsole} onChange={setConsole} />
      </div>
      {shown.length === 0 ? (
        <p class="nothing">{wanted === '' ? workshop.noRequests : workshop.noneFound}</p>
      ) : (
        <div class="table-frame request-table" role="region" aria-label={workshop.requests} tabIndex={0}>
          <table class="table">
            <caption class="hidden-label">{workshop.requests}</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  {workshop.time}
                </th>
                <th scope="col">{workshop.request}</th>
                <th scope="col">{workshop.status}</th>
                <th scope="col" class="number">
                  {workshop.took}
                </th>
                <th scope="col" class="number">
                  {workshop.calls}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((asked) => (
                <Row key={asked.number} asked={asked} onOpen={() => setOpened(asked)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened !== undefined && <RequestDetails asked={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
