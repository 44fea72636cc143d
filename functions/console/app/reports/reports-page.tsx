import type { JSX } from 'preact';
import { Message } from '../parts/message.tsx';
import { words } from '../words/words.ts';

export const Page = (): JSX.Element => (
  <Message icon="chart" title={words.reports.title}>
    <p>{words.reports.empty}</p>
  </Message>
);
