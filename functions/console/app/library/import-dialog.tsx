/** Brings a file into the catalogue of a laptop, and tells what became of its lines. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../api/request.ts';
import { Dialog } from '../parts/dialog.tsx';
import { InputField } from '../parts/input-field.tsx';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { number } from './names.ts';

interface ImportReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly lines: readonly {
    readonly kind: keyof typeof words.library.kindsOfLine;
    readonly position: number;
    readonly text: string;
  }[];
}

/** In base64 a third more, and a request has at most 10 MB. */
const MAX_BYTES = 7_000_000;

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The file cannot be read.'));
    };
    reader.readAsDataURL(file);
  });

function Report({ report: { counts, lines } }: { readonly report: ImportReport }): JSX.Element {
  const { library } = words;
  const names: Readonly<Record<string, string>> = library.counts;
  return (
    <div class="import-report" role="status">
      <h3>{library.importDone}</h3>
      <ul class="counts">
        {Object.entries(names)
          .filter(([name]) => (counts[name] ?? 0) > 0)
          .map(([name, label]) => (
            <li key={name}>
              <strong>{number(counts[name] ?? 0)}</strong> {label}
            </li>
          ))}
      </ul>
      {lines.length === 0 ? (
        <p class="muted">{library.noRemarks}</p>
      ) : (
        <div class="table-frame" role="region" aria-label={library.importLines} tabIndex={0}>
          <table class="table">
            <caption class="hidden-label">{library.importLines}</caption>
            <thead>
              <tr>
                <th scope="col">{library.line}</th>
                <th scope="col">{library.kind}</th>
                <th scope="col">{library.remark}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ kind, position, text }, index) => (
                <tr key={index}>
                  <td class="number">{position === 0 ? '' : number(position)}</td>
                  <td>{library.kindsOfLine[kind]}</td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

export function ImportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { library, common } = words;
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport>();

  const start = async (): Promise<void> => {
    if (file === undefined) throw new Error(library.fileMissing);
    if (file.size > MAX_BYTES) throw new Error(library.tooLarge);
    setBusy(true);
    setProblem(undefined);
    setReport(undefined);
    const body = { name: file.name, content: await base64Of(file) };
    setReport(await request<ImportReport>('POST', '/_almanac/imports/books', { body }));
  };
  const submit = (): void => {
    start()
      .catch((error: unknown) => setProblem(explain(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={library.import}
      size={report === undefined ? 'medium' : 'large'}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {common.close}
          </button>
          <button type="submit" class="button button-main" disabled={isBusy}>
            {isBusy ? library.importing : library.importStart}
          </button>
        </>
      }
    >
      <p class="muted">{library.importText}</p>
      <InputField
        label={library.file}
        error={problem}
        type="file"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]);
          setProblem(undefined);
        }}
      />
      {report !== undefined && <Report report={report} />}
    </Dialog>
  );
}
