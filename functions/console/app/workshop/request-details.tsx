import type { JSX } from 'preact';
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';
import type { AskedRequest, DatabaseCall } from './control.ts';
import { momentOf, number } from './formats.ts';

const BAR_HEIGHT = 22;
const WIDTH = 600;

/** Each call as a bar from its beginning to its end. */
function Waterfall({ calls, ms }: { readonly calls: readonly DatabaseCall[]; readonly ms: number }): JSX.Element {
  const scale = WIDTH / Math.max(ms, ...calls.map((call) => call.startedMs + call.ms), 0.1);
  return (
    <ol class="waterfall" aria-label={words.workshop.waterfall}>
      {calls.map((call, index) => (
        <li key={index}>
          <span>
            {words.workshop.callText(call.name, number(call.startedMs), number(call.ms), number(call.capacity))}
          </span>
          <svg viewBox={`0 0 ${String(WIDTH)} ${String(BAR_HEIGHT)}`} preserveAspectRatio="none" aria-hidden="true">
            <rect
              x={call.startedMs * scale}
              y="4"
              width={Math.max(call.ms * scale, 3)}
              height={BAR_HEIGHT - 8}
              rx="3"
              class="waterfall-bar"
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}

const Block = ({ title, value }: { readonly title: string; readonly value: unknown }): JSX.Element => (
  <section class="request-block">
    <h3>{title}</h3>
    <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
);

export function RequestDetails({
  asked,
  onClose,
}: {
  readonly asked: AskedRequest;
  readonly onClose: () => void;
}): JSX.Element {
  const { workshop } = words;
  return (
    <Dialog title={workshop.detailsTitle} size="large" onClose={onClose}>
      <p class="request-line">
        <strong>{asked.method}</strong> {asked.path}
      </p>
      <p class="muted">
        {[asked.operation, asked.status, workshop.ms(number(asked.ms)), momentOf(asked.at)]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </p>
      {asked.calls.length === 0 ? (
        <p class="muted">{workshop.noCalls}</p>
      ) : (
        <Waterfall calls={asked.calls} ms={asked.ms} />
      )}
      {Object.keys(asked.query).length > 0 && <Block title={workshop.query} value={asked.query} />}
      {asked.body !== undefined && <Block title={workshop.body} value={asked.body} />}
    </Dialog>
  );
}
