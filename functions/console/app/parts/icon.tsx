import type { JSX } from 'preact';

/** Drawn on a grid of 24, by lines. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  back: 'M15 6l-6 6 6 6',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 20.5h4',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 10h16M8 3v4M16 3v4',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  focus: 'M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
  forward: 'M9 6l6 6-6 6',
  gear:
    'M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2' +
    'M7.8 16.2l-2.2 2.2',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  library: 'M5 4h4v16H5zM9 4h4v16H9zM14.5 4.8l3.8-1 4 15.4-3.9 1z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  away: 'M5 12h14M13 6l6 6-6 6',
  paperclip: 'M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.3 4.3l-7.8 7.7a1.5 1.5 0 0 1-2.1-2.1L14 7.6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20c.7-4 3.6-6 7.5-6s6.8 2 7.5 6',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  repeat: 'M5 11V9a3 3 0 0 1 3-3h11M16 3l3 3-3 3M19 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M16 16l4 4',
  share:
    'M16 5.5a2.5 2.5 0 1 0 0 .01M6 12a2.5 2.5 0 1 0 0 .01M16 18.5a2.5 2.5 0 1 0 0 .01M8.3 10.800l5.3-3.800M8.3 13.200l5.3 3.8',
  text: 'M5 7h14M5 12h14M5 17h9',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  video: 'M4 7h11v10H4zM15 11l5-3v8l-5-3z',
  wrench:
    'M14.5 6.5a4 4 0 0 1 5-1l-2.5 2.5 1.5 1.5 2.5-2.5a4 4 0 0 1-5.5 5L8 20a2.1 2.1 0 0 1-3-3l8-7.5a4 4 0 0 1 1.5-3z',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: what it means stands in words beside it, or as the label of its button. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): JSX.Element => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
