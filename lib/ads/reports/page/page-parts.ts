/** The fixed parts of a report page: its style and the script that draws the charts. */

/** Colours that colour-blind people can tell apart (Okabe and Ito), in light and dark mode. */
export const LINE_COLOURS: readonly string[] = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#b8860b',
  '#56b4e9',
  '#8a63d2',
  '#808080',
];

export const PAGE_STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --faint: color-mix(in srgb, CanvasText 12%, transparent); --soft: color-mix(in srgb, CanvasText 65%, Canvas); }
  body { margin: 2rem auto; max-width: 1100px; padding: 0 1rem; background: Canvas; color: CanvasText; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  .notes { color: var(--soft); margin: 0 0 1.5rem; }
  .empty { padding: 2rem; text-align: center; color: var(--soft); border: 1px dashed var(--faint); }
  .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0 0 1rem; padding: 0; }
  .legend li::before { content: ''; display: inline-block; width: 1.2em; height: .2em; margin-right: .5em; vertical-align: middle; background: var(--line); }
  .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); gap: 1.5rem; margin-bottom: 2rem; }
  .charts section { min-width: 0; overflow: hidden; }
  .charts h2 { display: flex; justify-content: space-between; gap: 1rem; font-size: 1rem; margin: 0 0 .25rem; }
  .charts h2 > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  small, output { font-weight: normal; font-size: .8rem; color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
  .table { overflow: auto; max-height: 70vh; border: 1px solid var(--faint); }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid var(--faint); white-space: pre; }
  th { position: sticky; top: 0; background: Canvas; }
  .number { text-align: right; }
  @media print { .table { max-height: none; overflow: visible; } .charts section { break-inside: avoid; } }`;

/**
 * Runs before the charting library, which uses the number format of the browser's language when it loads: without LANG,
 * browsers on Linux report one that `Intl` refuses (`en-US@posix`). The page is always in English.
 */
export const LANGUAGE_SCRIPT = "Object.defineProperty(navigator, 'language', { value: 'en' });";

/**
 * Reads the chart from the element `data`. Axes start at zero, since areas are compared; days are the report's, not
 * those of the reader's time zone.
 */
export const CHART_SCRIPT = `
  const { days, lines, metrics, colours } = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const axis = { stroke: dark ? '#bbb' : '#555', grid: { stroke: dark ? '#333' : '#e8e8e8', width: 1 }, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const isLong = days.at(-1) - days[0] > 300 * 86400;
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 3 });
  const full = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
  const size = (box) => ({ width: box.clientWidth, height: 200 });
  const plots = metrics.map(({ name, unit, lines: values }) => {
    const box = document.getElementById('charts').appendChild(document.createElement('section'));
    const head = box.appendChild(document.createElement('h2'));
    const label = head.appendChild(document.createElement('span'));
    label.textContent = name + ' ';
    if (unit !== undefined) label.appendChild(document.createElement('small')).textContent = unit;
    const readout = head.appendChild(document.createElement('output'));
    const tell = ({ cursor: { idx } }) => {
      readout.textContent = idx == null ? '' : dayOf(days[idx]) + '  ' + values.map((line) => (line[idx] == null ? '–' : full.format(line[idx]))).join(' / ');
    };
    const plot = new uPlot({
      ...size(box),
      legend: { show: false },
      cursor: { y: false },
      scales: { x: { time: true }, y: { range: (_, least, most) => [Math.min(0, least ?? 0), most > 0 ? most * 1.08 : 1] } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      axes: [
        { ...axis, size: 30, space: 70, incrs: [1, 2, 3, 7, 14, 28, 91, 182, 364].map((count) => count * 86400), values: (_, ticks) => ticks.map((seconds) => (isLong ? dayOf(seconds).slice(0, 7) : dayOf(seconds).slice(5))) },
        { ...axis, size: 56, values: (_, ticks) => ticks.map((value) => short.format(value)) },
      ],
      series: [{}, ...values.map((_, index) => ({ label: lines[index], stroke: colours[index], width: 2, fill: values.length === 1 ? colours[index] + '22' : undefined }))],
      hooks: { setCursor: [tell] },
    }, [days, ...values], box);
    return { plot, box };
  });
  addEventListener('resize', () => plots.forEach(({ plot, box }) => plot.setSize(size(box))));`;
