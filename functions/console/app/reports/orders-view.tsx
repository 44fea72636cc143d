import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isGone } from '../api/error.ts';
import { Icon } from '../parts/icon.tsx';
import { showError } from '../parts/toast.tsx';
import { useStore } from '../state/store.ts';
import { explain } from '../words/explain.ts';
import { locale, words } from '../words/words.ts';
import { fetchReportFile, getReport, type Report } from './client.ts';
import { orders, type Order } from './kept.ts';
import { number } from './numbers.ts';

const ASK_AGAIN_MS = 1500;

/** Hands the browser a file, as if it came from a link. */
function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

type State = { readonly report: Report } | { readonly failure: string };

/** Asks until the report is there, or is known to fail. */
function useProgress(order: Order): State | undefined {
  const [state, setState] = useState<State>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      try {
        const report = await getReport(order.id);
        if (isOver) return;
        setState({ report });
        if (report.isReportReady !== true) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
      } catch (error) {
        if (!isOver)
          setState({ failure: isGone(error) ? words.reports.gone : `${words.reports.failed}: ${explain(error)}` });
      }
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [order.id]);
  return state;
}

const Progress = ({ order, state }: { readonly order: Order; readonly state: State | undefined }): JSX.Element => {
  const { reports, common } = words;
  if (state === undefined) return <span class="muted">{common.loading}</span>;
  if ('failure' in state) return <span class="bad">{state.failure}</span>;
  if (state.report.isReportReady === true) return <span>{reports.ready(number(state.report.rowCount ?? 0))}</span>;
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(order.at)) / 1000));
  return (
    <span class="working">
      <progress aria-label={reports.working} />
      {reports.waiting(number(seconds))}
    </span>
  );
};

function OrderRow({ order }: { readonly order: Order }): JSX.Element {
  const { reports } = words;
  const state = useProgress(order);
  const files = state !== undefined && 'report' in state ? (state.report.files ?? []) : [];
  const download = async (part: number): Promise<void> => {
    const suffix = files.length === 1 ? '' : `-${String(part + 1)}`;
    saveFile(await fetchReportFile(order.id, part), `${order.name.replaceAll(/[^\w-]+/g, '-')}${suffix}.csv`);
  };
  return (
    <tr>
      <th scope="row">{order.name}</th>
      <td>{new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(order.at))}</td>
      <td role="status">
        <Progress order={order} state={state} />
      </td>
      <td>
        {files.map((file, part) => (
          <button key={file.url} type="button" class="button" onClick={() => void download(part).catch(showError)}>
            <Icon name="download" size={16} />
            {files.length === 1 ? reports.download : reports.downloadPart(part + 1)}
          </button>
        ))}
      </td>
      <td>
        <button
          type="button"
          class="icon-button"
          aria-label={reports.forget(order.name)}
          onClick={() => orders.update((all) => all.filter((one) => one !== order))}
        >
          <Icon name="trash" size={18} />
        </button>
      </td>
    </tr>
  );
}

export function OrdersView(): JSX.Element {
  const { reports } = words;
  const all = useStore(orders);
  if (all.length === 0) return <p class="nothing">{reports.noOrders}</p>;
  return (
    <div class="table-frame orders" role="region" aria-label={reports.orders} tabIndex={0}>
      <table class="table">
        <caption class="hidden-label">{reports.orders}</caption>
        <thead>
          <tr>
            <th scope="col">{reports.name}</th>
            <th scope="col">{reports.orderedAt}</th>
            <th scope="col">{reports.state}</th>
            <td>
              <span class="hidden-label">{reports.download}</span>
            </td>
            <td />
          </tr>
        </thead>
        <tbody>
          {all.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
