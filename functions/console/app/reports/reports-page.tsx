/** Reports on search advertising: to look at, to order as files, and the conversions that are behind them. */
import type { JSX } from 'preact';
import { ApiError } from '../api/error.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { Message } from '../parts/message.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route/link.tsx';
import type { Route } from '../route/route.ts';
import { words } from '../words/words.ts';
import { listAccounts, type Account } from './client.ts';
import { ConversionsView } from './conversions-view.tsx';
import { OrdersView } from './orders-view.tsx';
import { ReportView } from './report-view.tsx';

const View = ({ route, accounts }: { readonly route: Route; readonly accounts: readonly Account[] }): JSX.Element => {
  if (route.rest === 'orders') return <OrdersView />;
  if (route.rest === 'conversions') return <ConversionsView accounts={accounts} />;
  return <ReportView query={route.query} accounts={accounts} />;
};

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

export function Page({ route }: { readonly route: Route }): JSX.Element {
  const { reports, common } = words;
  const { value: accounts, error, reload } = useLoad(listAccounts, []);
  if (isForbidden(error) || accounts?.length === 0)
    return (
      <Message icon="chart" title={reports.noAccess}>
        <p>{reports.noAccessText}</p>
      </Message>
    );
  const tabs = [
    ['reports', '', reports.report],
    ['reports/orders', 'orders', reports.orders],
    ['reports/conversions', 'conversions', reports.conversions],
  ] as const;
  return (
    <div class="page reports">
      <h1>{reports.title}</h1>
      <nav class="tabs" aria-label={reports.views}>
        {tabs.map(([to, rest, label]) => (
          <Link key={to} to={to} isCurrent={route.rest === rest}>
            {label}
          </Link>
        ))}
      </nav>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {accounts === undefined && error === undefined && <p class="waiting">{common.loading}</p>}
      {accounts !== undefined && <View route={route} accounts={accounts} />}
    </div>
  );
}
