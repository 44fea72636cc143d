import type { JSX } from 'preact';
import { Message } from '../parts/message.tsx';
import { words } from '../words/words.ts';

export const Page = (): JSX.Element => (
  <Message icon="wrench" title={words.workshop.title}>
    <p>{words.workshop.empty}</p>
  </Message>
);
