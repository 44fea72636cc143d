import type { JSX } from 'preact';
import { Message } from '../parts/message.tsx';
import { signIn, type SessionState } from '../session/session.ts';
import { words } from '../words/words.ts';

/** What somebody sees who is not signed in. */
export function SignInPage({ state }: { readonly state: SessionState }): JSX.Element {
  if (state === 'starting') return <p class="waiting">{words.common.loading}</p>;
  const { title, text, button, unavailable, unavailableTitle } = words.signIn;
  if (state === 'unavailable')
    return (
      <Message icon="lock" title={unavailableTitle}>
        <p>{unavailable}</p>
      </Message>
    );
  return (
    <Message icon="calendar" title={title}>
      <p>{text}</p>
      <button type="button" class="button button-main" onClick={() => void signIn()}>
        {button}
      </button>
    </Message>
  );
}
