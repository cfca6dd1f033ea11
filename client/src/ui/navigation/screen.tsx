import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { documentTitle } from '#domain/site/screens';
import { useSettings } from '../../api/settings';
import { useEntryKey } from './use-path';
import { lastNavigationKind, savedScrollPosition } from '../../site/navigation';
import { prefersReducedMotion } from '../use-media';

interface ScreenProps {
  /** The document title before the brand; null for the default title, undefined for the title of the route. */
  readonly title?: string | null;
  /** The h1; undefined for the heading of the route. */
  readonly heading?: ReactNode;
  /** False while the content loads: a saved scroll position is restored afterwards. */
  readonly isReady?: boolean;
  readonly className?: string | undefined;
  readonly aboveHeading?: ReactNode;
  readonly children: ReactNode;
}

/** The texts of the current route. */
interface RouteTexts {
  readonly title: string | null;
  /** The h1, where it is not the title. */
  readonly heading?: string | undefined;
}

/** The texts of the current route. */
export const CurrentRouteTexts = createContext<RouteTexts>({ title: null });

/** The frame of a screen: document title, h1, scroll position, and focus. */
export function Screen({ title: ownTitle, heading, isReady = true, className, aboveHeading, children }: ScreenProps) {
  const route = use(CurrentRouteTexts);
  const title = ownTitle === undefined ? route.title : ownTitle;
  const headingElement = useRef<HTMLHeadingElement>(null);
  const { brand } = useSettings();
  useEffect(() => {
    document.title = documentTitle(title, brand);
  }, [title, brand]);
  useScrollAndFocus(headingElement, isReady);
  return (
    <div className={className}>
      {aboveHeading}
      <h1 ref={headingElement} tabIndex={-1} dir="auto">
        {heading ?? route.heading ?? title}
      </h1>
      {children}
    </div>
  );
}

/**
 * Sets scroll position and focus. After a push: the top or the hash, and focus on the h1; within a screen the hash alone, and the h1 where
 * nothing has the focus. After Back: the saved position, and focus on the link that was followed. On the first load the focus stays.
 */
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
    else if (lastNavigationKind() === 'push' && !scrollToTarget() && document.activeElement === document.body)
      // The link that led here is gone.
      heading.current?.focus({ preventScroll: true });
  }, [entry, isReady, heading]);
}

function scrollToStart(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  if (!scrollToTarget()) scrollTo(0, 0);
}

/** Scrolls to what the hash names. Returns whether there is such an element. */
function scrollToTarget(): boolean {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  target?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  return target !== null;
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
