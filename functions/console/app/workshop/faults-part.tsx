import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { InputField } from '../parts/input-field.tsx';
import { plainOptions, SelectField } from '../parts/select-field.tsx';
import { showError } from '../parts/toast.tsx';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { addFault, listFaults, removeFault, type Fault } from './control.ts';
import { number } from './formats.ts';
import { usePolling } from './use-polling.ts';

const STATUSES = [400, 401, 403, 404, 409, 410, 412, 429, 500, 503];

const textOf = ({ status, delay, applied = 0 }: Fault): string => {
  const { workshop } = words;
  return [
    ...(status === undefined ? [] : [workshop.answers(String(status))]),
    ...(delay === undefined ? [] : [workshop.waits(number(delay))]),
    workshop.applied(number(applied)),
  ].join(', ');
};

function FaultForm({ onAdded }: { readonly onAdded: () => void }): JSX.Element {
  const { workshop } = words;
  const [form, setForm] = useState({ operation: '', status: '', delay: '', times: '' });
  const [problem, setProblem] = useState<string>();
  const add = async (): Promise<void> => {
    const { operation, status, delay, times } = form;
    if (status === '' && delay === '') throw new Error(workshop.faultNeeds);
    await addFault({
      ...(operation.trim() !== '' && { operation: operation.trim() }),
      ...(status !== '' && { status: Number(status) }),
      ...(delay !== '' && { delay: Number(delay) }),
      ...(times !== '' && { times: Number(times) }),
    });
    setForm({ operation: '', status: '', delay: '', times: '' });
    setProblem(undefined);
    onAdded();
  };
  const text = (name: 'operation' | 'delay' | 'times', label: string, type: string, hint?: string): JSX.Element => (
    <InputField
      label={label}
      hint={hint}
      type={type}
      min="0"
      value={form[name]}
      onInput={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      class="fault-form"
      onSubmit={(event) => {
        event.preventDefault();
        add().catch((error: unknown) => setProblem(explain(error)));
      }}
    >
      {text('operation', workshop.faultOperation, 'text', workshop.faultOperationHint)}
      <SelectField
        label={workshop.faultStatus}
        error={problem}
        value={form.status}
        options={[['', workshop.noStatus], ...plainOptions(STATUSES.map(String))]}
        onChange={(value) => setForm({ ...form, status: value })}
      />
      {text('delay', workshop.faultDelay, 'number')}
      {text('times', workshop.faultTimes, 'number', workshop.faultTimesHint)}
      <button type="submit" class="button">
        {workshop.addFault}
      </button>
    </form>
  );
}

export function FaultsPart(): JSX.Element {
  const { workshop } = words;
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const load = async (): Promise<void> => setFaults(await listFaults());
  usePolling(load, 2000);
  return (
    <section class="stack-part" aria-labelledby="faults-title">
      <h2 id="faults-title">{workshop.faults}</h2>
      <p class="muted">{workshop.faultText}</p>
      {faults.length === 0 ? (
        <p class="hint">{workshop.noFaults}</p>
      ) : (
        <ul class="fault-list">
          {faults.map((fault) => {
            const what = fault.operation ?? workshop.anyOperation;
            return (
              <li key={fault.id}>
                <strong>{what}</strong>
                <span class="muted">{textOf(fault)}</span>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={workshop.removeFault(what)}
                  onClick={() => void removeFault(fault.id ?? '').then(load, showError)}
                >
                  <Icon name="trash" size={18} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <FaultForm onAdded={() => void load().catch(showError)} />
    </section>
  );
}
