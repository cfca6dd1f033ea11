import type { ReactNode } from 'react';
import { trackEvent } from '../../api/track-event';
import { classes } from '../classes';
import { Icon } from '../icon';
import styles from './external-link.module.css';

interface ExternalLinkProps {
  readonly href: string | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Is this an http(s) URL? No other scheme of imported data may become a link. */
export function isWebUrl(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** A link to another site in a new tab; renders nothing for anything but an http(s) URL. */
export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  if (!isWebUrl(href)) return null;
  return (
    <a
      className={classes(styles.external, className)}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={() => trackEvent('visit_click', { host: new URL(href).host })}
    >
      {children}
      <Icon name="external" size={16} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
