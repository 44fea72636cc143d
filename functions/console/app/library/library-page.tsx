import type { JSX } from 'preact';
import { Message } from '../parts/message.tsx';
import { words } from '../words/words.ts';

export const Page = (): JSX.Element => (
  <Message icon="library" title={words.library.title}>
    <p>{words.library.empty}</p>
  </Message>
);
