/** One metric over days, or by the names that it is largest for. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { plainOptions, SelectField } from '../parts/select-field.tsx';
import { locale, words } from '../words/words.ts';
import type { DescribedReportColumn } from './catalogue.ts';
import type { Row } from './client.ts';
import { isNumeric, number } from './numbers.ts';

const HEIGHT = 260;
const MAX_BARS = 10;

/** The sum of a metric for each value of another column. */
function sums(rows: readonly Row[], by: string, metric: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) {
    const key = row[by];
    const value = Number(row[metric]);
    if (key === undefined || key === null || !Number.isFinite(value)) continue;
    found.set(String(key), (found.get(String(key)) ?? 0) + value);
  }
  return found;
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Drawn colours do not follow the theme by themselves: a canvas knows no variables. */
function resolved(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found === '' ? colour(name) : found;
}

function Days({
  points,
  metric,
}: {
  readonly points: readonly (readonly [string, number])[];
  readonly metric: string;
}): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const axis = { stroke: resolved('--muted'), grid: { stroke: resolved('--line'), width: 1 } };
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false },
        scales: { x: { time: true } },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        axes: [
          { ...axis, values: (_plot, ticks) => ticks.map((seconds) => day.format(seconds * 1000)) },
          { ...axis, size: 70, values: (_plot, ticks) => ticks.map((value) => number(value)) },
        ],
        series: [{}, { label: metric, stroke: resolved('--accent'), width: 2, points: { show: points.length < 40 } }],
      },
      [points.map(([date]) => Date.parse(`${date}T00:00:00Z`) / 1000), points.map(([, value]) => value)],
      element,
    );
    const follow = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    follow.observe(element);
    return () => {
      follow.disconnect();
      plot.destroy();
    };
  }, [points, metric]);
  const values = points.map(([, value]) => value);
  const text = words.reports.chartText(metric, points.length, number(Math.min(...values)), number(Math.max(...values)));
  return <div ref={frame} class="plot" role="img" aria-label={text} />;
}

function Bars({
  bars,
  label,
}: {
  readonly bars: readonly (readonly [string, number])[];
  readonly label: string;
}): JSX.Element {
  const largest = Math.max(...bars.map(([, value]) => value), 0);
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(([name, value]) => (
        <li key={name}>
          <span class="bar-name">{name}</span>
          <progress max={largest === 0 ? 1 : largest} value={value} aria-hidden="true" />
          <span class="bar-value">{number(value)}</span>
        </li>
      ))}
    </ul>
  );
}

export interface ChartProps {
  readonly rows: readonly Row[];
  readonly columns: readonly DescribedReportColumn[];
}

export function Chart({ rows, columns }: ChartProps): JSX.Element {
  const { reports } = words;
  const metrics = columns.filter(({ behaviour, type }) => behaviour === 'metric' && isNumeric(type));
  const [wanted, setWanted] = useState('');
  const metric = (metrics.find(({ column }) => column === wanted) ?? metrics[0])?.column;
  const days = columns.find(({ column, type }) => type === 'Date' && column === 'date');
  const names = columns.find(({ type }) => ['String', 'Device segment', 'Engine type', 'Status'].includes(type));
  if (metric === undefined || (days === undefined && names === undefined)) return <p class="hint">{reports.noChart}</p>;
  return (
    <section class="chart" aria-labelledby="chart-title">
      <div class="row">
        <h2 id="chart-title">{reports.chart}</h2>
        <SelectField
          label={reports.chartOf}
          isLabelHidden
          value={metric}
          options={plainOptions(metrics.map(({ column }) => column))}
          onChange={setWanted}
        />
      </div>
      {days !== undefined ? (
        <Days points={[...sums(rows, days.column, metric)].toSorted(([a], [b]) => (a < b ? -1 : 1))} metric={metric} />
      ) : (
        <Bars
          label={reports.topText(metric, names?.column ?? '')}
          bars={[...sums(rows, names?.column ?? '', metric)].toSorted(([, a], [, b]) => b - a).slice(0, MAX_BARS)}
        />
      )}
    </section>
  );
}
