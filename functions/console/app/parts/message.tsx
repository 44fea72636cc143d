import type { ComponentChildren, JSX } from 'preact';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

export interface MessageProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A page or part of one that has nothing else to show: empty, failed, signed out. */
export const Message = ({ icon, title, children }: MessageProps): JSX.Element => (
  <div class="message">
    {icon !== undefined && <Icon name={icon} size={44} />}
    <h1>{title}</h1>
    {children}
  </div>
);
