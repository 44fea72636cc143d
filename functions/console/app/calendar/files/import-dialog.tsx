import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { loadCode } from '../../api/load-code.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { primaryCalendar, writableOptions } from '../data/calendars.ts';
import { refresh } from '../data/events.ts';
import { preferences } from '../data/preferences.ts';
import type { ImportReport } from './ics.ts';

const text = words.calendar.files;

export function ImportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [calendarId, setCalendarId] = useState(primaryCalendar()?.id ?? '');
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState('');
  const [report, setReport] = useState<ImportReport>();
  const run = async (chosen: File): Promise<void> => {
    const { importFile } = await loadCode(() => import('./ics.ts'));
    const { zone } = preferences.get();
    const done = await importFile(await chosen.text(), calendarId, zone, (count, all) =>
      setProgress(text.progress(count, all)),
    );
    setReport(done);
    setProgress('');
    refresh(calendarId);
  };
  return (
    <Dialog
      title={text.import}
      onClose={onClose}
      onSubmit={() => {
        if (file !== undefined) void run(file).catch(showError);
      }}
      foot={
        <button type="submit" class="button button-main" disabled={file === undefined || progress !== ''}>
          {text.import}
        </button>
      }
    >
      <InputField
        label={text.file}
        hint={text.fileHint}
        type="file"
        accept=".ics,text/calendar"
        onChange={(event) => {
          setReport(undefined);
          setFile(event.currentTarget.files?.[0]);
        }}
      />
      <SelectField label={text.into} value={calendarId} options={writableOptions()} onChange={setCalendarId} />
      <div role="status">
        <p>{progress}</p>
        {report !== undefined && <p>{text.imported(report.added, report.refusals.length)}</p>}
      </div>
      {report !== undefined && report.refusals.length > 0 && (
        <ul class="details-list">
          {report.refusals.map(({ line, reason }) => (
            <li key={`${String(line)} ${reason}`}>{text.refused(line, reason)}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
