/** Everything of an event that can be changed. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { words } from '../../words/words.ts';
import { primaryCalendar } from '../data/calendars.ts';
import { RecurrenceEditor } from '../recurrence/recurrence-editor.tsx';
import type { Draft } from './draft.ts';
import type { EditPartProps } from './edit-props.ts';
import { EventFields, StatusFields } from './editor-fields.tsx';
import { isStatus, titleFor, withKind } from './status-draft.ts';
import { KindChoice } from './status-editor.tsx';
import { TimeEditor } from './time-editor.tsx';

const text = words.calendar;

export interface EditorProps {
  readonly title: string;
  /** A new one can be of any kind. */
  readonly isNew?: boolean;
  readonly draft: Draft;
  /** Resolves with true when it can be closed. */
  readonly onSave: (draft: Draft) => Promise<boolean>;
  readonly onClose: () => void;
}

export function Editor({ title, isNew = false, draft: first, onSave, onClose }: EditorProps): JSX.Element {
  const [draft, setDraft] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const change: EditPartProps['change'] = (changed) => setDraft((now) => ({ ...now, ...changed }));
  const isBackwards = draft.end < draft.start;
  const primaryId = primaryCalendar()?.id ?? 'primary';
  const Fields = isStatus(draft) ? StatusFields : EventFields;
  const save = (): void => {
    if (isBackwards || isSaving) return;
    setSaving(true);
    void onSave(draft)
      .then((isDone) => {
        if (isDone) onClose();
      })
      .finally(() => setSaving(false));
  };
  return (
    <Dialog
      title={title}
      size="large"
      onClose={onClose}
      onSubmit={save}
      foot={<DialogButtons onCancel={onClose} submit={words.common.save} isDisabled={isSaving} />}
    >
      {isNew && <KindChoice kind={draft.kind} onChange={(kind) => setDraft((now) => withKind(now, kind, primaryId))} />}
      {draft.kind !== 'workingLocation' && (
        <Field label={text.summary}>
          {(props) => (
            <input
              {...props}
              class="input input-title"
              autofocus
              placeholder={titleFor({ ...draft, summary: '' })}
              value={draft.summary}
              onInput={(event) => change({ summary: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <TimeEditor draft={draft} change={change} error={isBackwards ? text.endsBefore : undefined} />
      <RecurrenceEditor
        start={draft.start.slice(0, 10)}
        value={draft.recurrence}
        onChange={(recurrence) => change({ recurrence })}
      />
      <Fields draft={draft} change={change} />
    </Dialog>
  );
}
