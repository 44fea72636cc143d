import type { PageSettings } from '../../settings.ts';

/** What the page was told about its stage. */
export const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as PageSettings;
