import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { listChannels, listDeliveries, type Delivery, type OpenChannel } from './control.ts';
import { momentOf, number } from './formats.ts';
import { usePolling } from './use-polling.ts';

const EVERY_MS = 2000;

interface ListProps {
  readonly title: string;
  readonly empty: string;
  readonly heads: readonly string[];
  readonly rows: readonly ComponentChildren[];
}

const List = ({ title, empty, heads, rows }: ListProps): JSX.Element => (
  <section class="channel-list">
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p class="hint">{empty}</p>
    ) : (
      <div class="table-frame" role="region" aria-label={title} tabIndex={0}>
        <table class="table">
          <caption class="hidden-label">{title}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    )}
  </section>
);

/** Names of headers come in any case. */
const header = ({ headers }: Delivery, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

export function ChannelsView(): JSX.Element {
  const { workshop } = words;
  const [channels, setChannels] = useState<readonly OpenChannel[]>([]);
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>([]);
  usePolling(async () => {
    const [open, sent] = await Promise.all([listChannels(), listDeliveries()]);
    setChannels(open);
    setDeliveries(sent);
  }, EVERY_MS);
  return (
    <div class="channels">
      <List
        title={workshop.openChannels}
        empty={workshop.noChannels}
        heads={[workshop.watches, workshop.address, workshop.openedBy, workshop.expires, workshop.messages]}
        rows={channels.map((channel) => (
          <tr key={channel.id}>
            <td>{channel.watches}</td>
            <td>{channel.address}</td>
            <td>{channel.email}</td>
            <td>{momentOf(channel.expires)}</td>
            <td>{workshop.messageText(number(channel.sent), number(channel.waiting), number(channel.dead))}</td>
          </tr>
        ))}
      />
      <List
        title={workshop.deliveries}
        empty={workshop.noDeliveries}
        heads={[workshop.time, workshop.address, workshop.state, workshop.outcome]}
        rows={deliveries
          .map((delivery, index) => (
            <tr key={index}>
              <td>{momentOf(delivery.at)}</td>
              <td>{delivery.url}</td>
              <td>{header(delivery, 'x-goog-resource-state')}</td>
              <td>{delivery.status ?? delivery.outcome}</td>
            </tr>
          ))
          .toReversed()}
      />
    </div>
  );
}
