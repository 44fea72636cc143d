/** The workshop of a laptop: what the stack is asked, what it sends, and what time it believes it is. */
import type { JSX } from 'preact';
import { Link } from '../route/link.tsx';
import type { Route } from '../route/route.ts';
import { words } from '../words/words.ts';
import { ChannelsView } from './channels-view.tsx';
import { ClockPart } from './clock-part.tsx';
import { FaultsPart } from './faults-part.tsx';
import { MailView } from './mail-view.tsx';
import { RequestsView } from './requests-view.tsx';

const Stack = (): JSX.Element => (
  <div class="stack">
    <ClockPart />
    <FaultsPart />
  </div>
);

export function Page({ route }: { readonly route: Route }): JSX.Element {
  const { workshop } = words;
  const views = [
    { rest: '', label: workshop.requests, View: RequestsView },
    { rest: 'mail', label: workshop.mails, View: MailView },
    { rest: 'channels', label: workshop.channels, View: ChannelsView },
    { rest: 'stack', label: workshop.stack, View: Stack },
  ];
  const { View } = views.find(({ rest }) => rest === route.rest) ?? { View: RequestsView };
  return (
    <div class="page workshop">
      <h1>{workshop.title}</h1>
      <nav class="tabs" aria-label={workshop.views}>
        {views.map(({ rest, label }) => (
          <Link key={rest} to={rest === '' ? 'workshop' : `workshop/${rest}`} isCurrent={rest === route.rest}>
            {label}
          </Link>
        ))}
      </nav>
      <View />
    </div>
  );
}
