import type { ReactNode } from 'react';
import { trackEvent } from '../../api/track-event';
import { Icon } from '../icon';

interface ExternalLinkProps {
  readonly href: string | null;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Is this an address a click may lead to? Everything but http(s) is not, whatever was imported. */
export function isWebUrl(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** A link that leaves the product in a new tab; just its text when the address is none. */
export function ExternalLink({ href, className = '', children }: ExternalLinkProps) {
  if (!isWebUrl(href)) return null;
  return (
    <a
      className={`external ${className}`}
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
