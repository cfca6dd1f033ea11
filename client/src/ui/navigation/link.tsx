import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { navigate } from '../../site/navigation';

interface LinkProps extends ComponentPropsWithRef<'a'> {
  readonly href: string;
}

/** A link to another screen, which opens without loading the page; with a modifier key, or another mouse button, the browser follows it. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
