/** What stands around every page: the ways to the others, who is signed in, and what went wrong. */
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Toasts } from '../parts/toast.tsx';
import { Link } from '../route/link.tsx';
import { route } from '../route/route.ts';
import { sessionState, signIn, signOut } from '../session/session.ts';
import { isOnline } from '../state/connection.ts';
import { useStore } from '../state/store.ts';
import { theme, THEMES } from '../state/theme.ts';
import { words } from '../words/words.ts';
import { CurrentPage } from './current-page.tsx';
import { pages } from './pages.ts';
import { SignInPage } from './sign-in-page.tsx';

const Navigation = ({ current }: { readonly current: string }): JSX.Element => (
  <nav class="navigation" aria-label={words.common.pages}>
    {pages.map(({ name, label, icon }) => (
      <Link key={name} to={name} isCurrent={name === current}>
        <Icon name={icon} />
        <span>{label}</span>
      </Link>
    ))}
  </nav>
);

function AccountMenu(): JSX.Element {
  const chosen = useStore(theme);
  const { shell } = words;
  return (
    <Menu
      label={shell.account}
      button={<Icon name="person" />}
      items={[
        ...THEMES.map((name) => ({
          label: `${shell.theme}: ${shell.themes[name]}`,
          isChecked: chosen === name,
          run: () => {
            theme.set(name);
          },
        })),
        { label: shell.documentation, run: () => location.assign('/') },
        { label: shell.switchAccount, run: () => void signIn('select_account') },
        { label: shell.signOut, run: () => void signOut() },
      ]}
    />
  );
}

export function Shell(): JSX.Element {
  const now = useStore(route);
  const session = useStore(sessionState);
  const online = useStore(isOnline);
  const isSignedIn = session === 'signed-in';
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {words.common.skip}
      </a>
      <header class="shell-head">
        <Link to="calendar" class="brand">
          <span class="brand-mark" aria-hidden="true" />
          {words.common.product}
        </Link>
        {isSignedIn && <Navigation current={now.page} />}
        {isSignedIn && <AccountMenu />}
      </header>
      {!online && (
        <p class="offline" role="alert">
          {words.common.offline}
        </p>
      )}
      <main id="content" class="shell-main" tabIndex={-1}>
        {isSignedIn ? <CurrentPage route={now} /> : <SignInPage state={session} />}
      </main>
      <Toasts />
    </div>
  );
}
