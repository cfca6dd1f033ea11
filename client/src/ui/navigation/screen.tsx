import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { settings } from '../../api/settings';
import { useEntryKey } from './use-path';
import { lastNavigationKind, savedScrollPosition } from '../../site/navigation';
import { prefersReducedMotion } from '../use-media';

interface ScreenProps {
  /** The document's title before the brand; null for the default title, left out for the route's own. */
  readonly title?: string | null;
  /** The h1; left out it says the route's title. */
  readonly heading?: ReactNode;
  /** False while the content is on its way: only then can a saved scroll position not be restored yet. */
  readonly isReady?: boolean;
  readonly className?: string;
  /** Shown above the heading, for example a way back. */
  readonly aboveHeading?: ReactNode;
  readonly children: ReactNode;
}

/** The title that the table of routes gives to the present address. */
export const RouteTitle = createContext<string | null>(null);

/** A whole screen: its title, its one h1, and where view and focus go when it is arrived at. */
export function Screen({ title: ownTitle, heading, isReady = true, className = '', aboveHeading, children }: ScreenProps) {
  const routeTitle = use(RouteTitle);
  const title = ownTitle === undefined ? routeTitle : ownTitle;
  const headingElement = useRef<HTMLHeadingElement>(null);
  const { brand } = useSnapshot(settings).site;
  useEffect(() => {
    document.title = title === null ? `${brand} – research for Pinterest marketers` : `${title} · ${brand}`;
  }, [title, brand]);
  useScrollAndFocus(headingElement, isReady);
  return (
    <div className={`screen ${className}`}>
      {aboveHeading}
      <h1 ref={headingElement} tabIndex={-1}>
        {heading ?? title}
      </h1>
      {children}
    </div>
  );
}

/** After a push: top (or the hash) and focus on the h1. After Back: the old position and the link once used. First load: focus untouched. */
function useScrollAndFocus(heading: React.RefObject<HTMLHeadingElement | null>, isReady: boolean): void {
  const entry = useEntryKey();
  const handled = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (handled.current === entry) return;
    const isNewScreen = handled.current === null;
    const isReturning = lastNavigationKind() === 'pop' || lastNavigationKind() === 'load';
    if (isReturning && !isReady && savedScrollPosition()) return;
    handled.current = entry;
    if (isReturning) restorePosition(heading.current, isNewScreen);
    else if (isNewScreen) scrollToStart(heading.current);
  }, [entry, isReady, heading]);
}

function scrollToStart(heading: HTMLElement | null): void {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  heading?.focus({ preventScroll: true });
  if (target) target.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  else scrollTo(0, 0);
}

function restorePosition(heading: HTMLElement | null, isNewScreen: boolean): void {
  const position = savedScrollPosition();
  if (lastNavigationKind() === 'pop' && isNewScreen) (findLink(position?.link ?? null) ?? heading)?.focus({ preventScroll: true });
  if (position) scrollTo(0, position.y);
  else if (lastNavigationKind() === 'pop') scrollTo(0, 0);
  else if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function findLink(href: string | null): HTMLElement | null {
  if (href === null) return null;
  const links = [...document.querySelectorAll<HTMLElement>('main a[href], header a[href]')];
  return links.find((link) => link.getAttribute('href') === href) ?? null;
}
