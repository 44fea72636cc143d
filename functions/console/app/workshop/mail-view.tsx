import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { listMails, type Mail } from './control.ts';
import { momentOf } from './formats.ts';
import { usePolling } from './use-polling.ts';

const EVERY_MS = 2000;

/** As its reader would see it. Letters are plain text, and stay that. */
const Letter = ({ mail }: { readonly mail: Mail }): JSX.Element => {
  const { workshop } = words;
  return (
    <article class="letter">
      <h2>{mail.subject === '' ? workshop.noSubject : mail.subject}</h2>
      <dl class="facts">
        <div>
          <dt>{workshop.from}</dt>
          <dd>{mail.from}</dd>
        </div>
        <div>
          <dt>{workshop.to}</dt>
          <dd>{mail.to.join(', ')}</dd>
        </div>
        <div>
          <dt>{workshop.time}</dt>
          <dd>{momentOf(mail.date)}</dd>
        </div>
      </dl>
      <p class="letter-text">{mail.text}</p>
      {mail.calendar !== undefined && (
        <details>
          <summary>{workshop.attachment}</summary>
          <pre tabIndex={0}>{mail.calendar}</pre>
        </details>
      )}
    </article>
  );
};

export function MailView(): JSX.Element {
  const { workshop } = words;
  const [mails, setMails] = useState<readonly Mail[]>([]);
  const [chosen, setChosen] = useState<number>();
  usePolling(async () => setMails(await listMails()), EVERY_MS);
  if (mails.length === 0) return <p class="nothing">{workshop.noMails}</p>;
  const mail = chosen === undefined ? undefined : mails[chosen];
  return (
    <div class="mail">
      <ul class="mail-list" aria-label={workshop.letters}>
        {mails
          .map((one, index) => (
            <li key={index}>
              <button
                type="button"
                class="mail-entry"
                aria-pressed={chosen === index}
                onClick={() => {
                  setChosen(index);
                }}
              >
                <strong>{one.subject === '' ? workshop.noSubject : one.subject}</strong>
                <span>{one.to.join(', ')}</span>
                <span class="muted">{momentOf(one.date)}</span>
              </button>
            </li>
          ))
          .toReversed()}
      </ul>
      {mail === undefined ? <p class="nothing">{workshop.chooseMail}</p> : <Letter mail={mail} />}
    </div>
  );
}
