/** The pages of the console. Each is loaded when it is first opened. */
import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import type { Route } from '../route/route.ts';
import { settings } from '../state/settings.ts';
import { words } from '../words/words.ts';

export type PageComponent = ComponentType<{ readonly route: Route }>;

export interface PageEntry {
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  readonly load: () => Promise<{ readonly Page: PageComponent }>;
}

const { calendar, library, reports, workshop } = words.shell;

export const pages: readonly PageEntry[] = [
  { name: 'calendar', label: calendar, icon: 'calendar', load: () => import('../calendar/calendar-page.tsx') },
  { name: 'library', label: library, icon: 'library', load: () => import('../library/library-page.tsx') },
  { name: 'reports', label: reports, icon: 'chart', load: () => import('../reports/reports-page.tsx') },
  ...(settings.isLocal
    ? [
        {
          name: 'workshop',
          label: workshop,
          icon: 'wrench' as const,
          load: () => import('../workshop/workshop-page.tsx'),
        },
      ]
    : []),
];

/** Undefined where there is no such page. */
export const pageNamed = (name: string): PageEntry | undefined => pages.find((page) => page.name === name);
