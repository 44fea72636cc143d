/** Where phones and other calendars subscribe to a calendar: a public address, and a secret one that can be replaced. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyField } from '../../parts/copy-field.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { showError, showToast } from '../../parts/toast.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { words } from '../../words/words.ts';
import { deleteIcalAddress, getIcalAddress, makeIcalAddress, type IcalAddress } from '../data/api.ts';
import { formatDate } from '../time/format.ts';
import { isWanted } from './questions.tsx';

const text = words.calendar.sharing.addresses;

interface SecretProps {
  readonly calendarId: string;
  readonly address: IcalAddress;
  readonly onChange: (address: IcalAddress) => void;
}

/** The service tells a secret once, in the answer that makes it. */
function Secret({ calendarId, address, onChange }: SecretProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const { secretUrl, secretCreated, secretCreator = '' } = address;
  const isThere = secretCreated !== undefined;
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    void work()
      .catch(showError)
      .finally(() => setBusy(false));
  };
  const make = async (): Promise<void> => {
    if (isThere && !(await isWanted(text.makeNew, text.makeNewText))) return;
    onChange(await makeIcalAddress(calendarId));
  };
  const remove = async (): Promise<void> => {
    if (!(await isWanted(text.remove, text.removeText))) return;
    await deleteIcalAddress(calendarId);
    onChange(await getIcalAddress(calendarId));
    showToast({ text: text.removed });
  };
  return (
    <div class="secret-address">
      {secretUrl !== undefined ? (
        <CopyField label={text.secret} hint={text.secretHint} value={secretUrl} />
      ) : (
        <div>
          <h4>{text.secret}</h4>
          <p class="muted">{isThere ? text.hasSecret(formatDate(secretCreated), secretCreator) : text.noSecret}</p>
        </div>
      )}
      <div class="row">
        <button type="button" class="button" disabled={isBusy} onClick={() => run(make)}>
          {isThere ? text.makeNew : text.make}
        </button>
        {isThere && (
          <button type="button" class="button button-danger" disabled={isBusy} onClick={() => run(remove)}>
            {text.remove}
          </button>
        )}
      </div>
    </div>
  );
}

export interface IcalAddressesProps {
  readonly calendarId: string;
  /** Counts changes of the rules, on which it depends what the public address shows. */
  readonly version: number;
}

export function IcalAddresses({ calendarId, version }: IcalAddressesProps): JSX.Element {
  const { value, error, reload, setValue } = useLoad(() => getIcalAddress(calendarId), [calendarId, version]);
  return (
    <section class="ical-addresses" aria-labelledby="ical-addresses-title">
      <h3 id="ical-addresses-title">{text.title}</h3>
      <p class="muted">{text.text}</p>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {value !== undefined && (
        <>
          <CopyField
            label={text.public}
            hint={text.publicHints[value.publicRole ?? 'none']}
            value={value.publicUrl ?? ''}
          />
          <Secret calendarId={calendarId} address={value} onChange={setValue} />
        </>
      )}
    </section>
  );
}
