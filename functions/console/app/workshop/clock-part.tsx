import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Check } from '../parts/check.tsx';
import { InputField } from '../parts/input-field.tsx';
import { showError, showToast } from '../parts/toast.tsx';
import { words } from '../words/words.ts';
import { getClock, moveClock, type Clock } from './control.ts';
import { momentOf } from './formats.ts';
import { usePolling } from './use-polling.ts';

export function ClockPart(): JSX.Element {
  const { workshop } = words;
  const [clock, setClock] = useState<Clock>();
  const [moment, setMoment] = useState('');
  const [isFrozen, setFrozen] = useState(false);
  usePolling(async () => setClock(await getClock()), 1000);
  const move = (change: Readonly<Record<string, unknown>>): void => {
    moveClock(change).then((now) => {
      setClock(now);
      showToast({ text: workshop.clockIs(momentOf(now.now)) });
    }, showError);
  };
  return (
    <section class="stack-part" aria-labelledby="clock-title">
      <h2 id="clock-title">{workshop.clock}</h2>
      <p class="clock-now">{clock === undefined ? words.common.loading : momentOf(clock.now)}</p>
      <p class="muted">{clock === undefined ? '' : workshop.clockModes[clock.mode]}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (moment !== '') move({ set: new Date(moment).toISOString(), frozen: isFrozen });
        }}
      >
        <InputField
          label={workshop.setTo}
          type="datetime-local"
          value={moment}
          onInput={(event) => setMoment(event.currentTarget.value)}
        />
        <Check label={workshop.standStill} isChecked={isFrozen} onChange={setFrozen} />
        <button type="submit" class="button" disabled={moment === ''}>
          {workshop.set}
        </button>
      </form>
      <div class="row" role="group" aria-label={workshop.forward}>
        <span class="muted">{workshop.forward}</span>
        {Object.entries(workshop.steps).map(([advance, label]) => (
          <button key={advance} type="button" class="button" onClick={() => move({ advance })}>
            {label}
          </button>
        ))}
        <button
          type="button"
          class="button button-quiet"
          disabled={clock?.mode === 'real'}
          onClick={() => move({ release: true })}
        >
          {workshop.release}
        </button>
      </div>
    </section>
  );
}
