import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { showError, showToast } from '../parts/toast.tsx';
import { navigate } from '../route/route.ts';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { orderReport, type Account, type Report } from './client.ts';
import { orders } from './kept.ts';
import { ReportForm, withScope } from './report-form.tsx';
import { Result } from './result.tsx';
import { showReport } from './show-report.ts';
import { decodeSpec, emptySpec, encodeSpec, type Spec } from './spec.ts';

interface Made {
  readonly spec: Spec;
  readonly report: Report;
}

const nameOf = ({ type, start, end }: Spec): string => `${type} ${start} – ${end}`;

export interface ReportViewProps {
  readonly query: URLSearchParams;
  readonly accounts: readonly Account[];
}

/** What is asked stands in the address; it is asked when somebody says so. */
export function ReportView({ query, accounts }: ReportViewProps): JSX.Element {
  const { reports } = words;
  const [spec, setSpec] = useState(() => withScope(decodeSpec(query.get('report')) ?? emptySpec(), accounts));
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const change = (next: Spec): void => {
    setSpec(next);
    navigate('reports', { report: encodeSpec(next) }, { replace: true });
  };
  const work = async (task: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    if (spec.columns.length + spec.savedColumns.length === 0) {
      setProblem(reports.needColumn);
      return;
    }
    setBusy(true);
    try {
      await task();
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const show = (): Promise<void> =>
    work(async () => {
      setMade({ spec, report: await showReport(spec) });
    });
  const order = (): Promise<void> =>
    work(async () => {
      const { id = '' } = await orderReport(spec);
      orders.update((all) => [{ id, name: nameOf(spec), at: new Date().toISOString() }, ...all]);
      showToast({
        text: reports.ordered,
        action: {
          label: reports.orders,
          run: () => {
            navigate('reports/orders');
          },
        },
      });
    });
  const share = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    showToast({ text: reports.shared });
  };
  return (
    <div class="report-view">
      <ReportForm spec={spec} accounts={accounts} onChange={change} />
      <div class="report-result">
        <div class="row report-actions">
          <button type="button" class="button button-main" disabled={isBusy} onClick={() => void show()}>
            {isBusy ? reports.working : reports.show}
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={() => void order()}>
            <Icon name="download" size={18} />
            {reports.order}
          </button>
          <button type="button" class="button" onClick={() => void share().catch(showError)}>
            <Icon name="link" size={18} />
            {reports.share}
          </button>
        </div>
        {problem !== undefined && (
          <p class="load-failed" role="alert">
            {problem}
          </p>
        )}
        {made === undefined && problem === undefined && !isBusy && <p class="hint">{reports.nothingYet}</p>}
        {made !== undefined && <Result key={encodeSpec(made.spec)} spec={made.spec} report={made.report} />}
      </div>
    </div>
  );
}
