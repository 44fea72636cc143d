import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { InputField } from '../parts/input-field.tsx';
import { explain } from '../words/explain.ts';
import { locale, words } from '../words/words.ts';
import { listConversions, type Account, type Conversion } from './client.ts';
import { uploadConversions, type UploadReport } from './conversion-file.ts';
import { number } from './numbers.ts';
import { ScopeField } from './scope-field.tsx';
import type { Scope } from './spec.ts';

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function revenueOf({ revenueMicros, currencyCode }: Conversion): string {
  if (revenueMicros === undefined || revenueMicros === '0') return '';
  const amount = Number(revenueMicros) / 1_000_000;
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: text(currencyCode) }).format(amount);
  } catch {
    return `${number(amount)} ${text(currencyCode)}`;
  }
}

const timeOf = ({ conversionTimestamp }: Conversion): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(Number(conversionTimestamp)),
  );

function ConversionTable({ conversions }: { readonly conversions: readonly Conversion[] }): JSX.Element {
  const { reports } = words;
  const names = reports.conversionColumns;
  return (
    <>
      <p class="muted" role="status">
        {reports.conversionCount(number(conversions.length))}
      </p>
      <div class="table-frame report-table" role="region" aria-label={reports.conversions} tabIndex={0}>
        <table class="table">
          <caption class="hidden-label">{reports.conversions}</caption>
          <thead>
            <tr>
              {Object.values(names).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {conversions.map((conversion) => (
              <tr key={text(conversion['dsConversionId'])}>
                <td>{text(conversion['conversionId'])}</td>
                <td>{timeOf(conversion)}</td>
                <td>{text(conversion['type'])}</td>
                <td>{text(conversion['state'])}</td>
                <td class="number">{revenueOf(conversion)}</td>
                <td>{text(conversion['segmentationName'])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function UploadResult({ result }: { readonly result: UploadReport }): JSX.Element {
  const { reports } = words;
  return (
    <div role="status" class="upload-result">
      <p>{reports.uploaded(number(result.stored), number(result.problems.length))}</p>
      {result.problems.length > 0 && (
        <div class="table-frame" role="region" aria-label={reports.lineProblems} tabIndex={0}>
          <table class="table">
            <caption class="hidden-label">{reports.lineProblems}</caption>
            <thead>
              <tr>
                <th scope="col">{reports.line}</th>
                <th scope="col">{reports.problem}</th>
              </tr>
            </thead>
            <tbody>
              {result.problems.map(({ line, text: why }, index) => (
                <tr key={index}>
                  <td class="number">{line === 0 ? '' : number(line)}</td>
                  <td>{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Upload({ scope, onStored }: { readonly scope: Scope; readonly onStored: () => void }): JSX.Element {
  const { reports } = words;
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<UploadReport>();
  const send = async (): Promise<void> => {
    setProblem(undefined);
    setResult(undefined);
    if (file === undefined) {
      setProblem(reports.fileMissing);
      return;
    }
    const report = await uploadConversions(await file.text(), scope);
    setResult(report);
    if (report.stored > 0) onStored();
  };
  return (
    <section class="upload" aria-labelledby="upload-title">
      <h2 id="upload-title">{reports.upload}</h2>
      <p class="muted">{reports.uploadText}</p>
      <div class="row">
        <InputField
          label={reports.file}
          error={problem}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
        <button
          type="button"
          class="button"
          onClick={() => void send().catch((error: unknown) => setProblem(explain(error)))}
        >
          {reports.send}
        </button>
      </div>
      {result !== undefined && <UploadResult result={result} />}
    </section>
  );
}

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Conversions of one account and day, and more of them out of a file. */
export function ConversionsView({ accounts }: { readonly accounts: readonly Account[] }): JSX.Element {
  const { reports } = words;
  const [first] = accounts;
  const [scope, setScope] = useState<Required<Scope>>({
    agencyId: first?.agencyId ?? '',
    advertiserId: first?.advertiserId ?? '',
    engineAccountId: first?.accountId ?? '',
  });
  const [day, setDay] = useState(yesterday);
  const [conversions, setConversions] = useState<readonly Conversion[]>();
  const [problem, setProblem] = useState<string>();
  const show = async (): Promise<void> => {
    setProblem(undefined);
    setConversions(await listConversions(scope, day));
  };
  const showOrSayWhy = (): void => {
    show().catch((error: unknown) => setProblem(explain(error)));
  };
  return (
    <div class="conversions-view">
      <form
        class="row conversions-form"
        onSubmit={(event) => {
          event.preventDefault();
          showOrSayWhy();
        }}
      >
        <ScopeField
          label={reports.chooseAccount}
          accounts={accounts}
          scope={scope}
          from={2}
          to={2}
          onChange={(next) => setScope({ agencyId: '', advertiserId: '', engineAccountId: '', ...next })}
        />
        <InputField
          label={reports.day}
          error={problem}
          type="date"
          required
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <button type="submit" class="button button-main">
          {reports.listDay}
        </button>
      </form>
      {conversions !== undefined &&
        (conversions.length === 0 ? (
          <p class="nothing" role="status">
            {reports.noConversions}
          </p>
        ) : (
          <ConversionTable conversions={conversions} />
        ))}
      <Upload scope={scope} onStored={showOrSayWhy} />
    </div>
  );
}
