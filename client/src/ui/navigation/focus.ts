import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the heading of the screen. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus();

/** The heading of the part of the screen that an element is in, or the popover around it. */
export function headingOf(element: HTMLElement): HTMLElement | null {
  let part: HTMLElement | null = element;
  while (part && !part.matches('[role=dialog]') && !part.querySelector('h1, h2, h3')) part = part.parentElement;
  const heading = part?.matches('[role=dialog]') ? part : part?.querySelector<HTMLElement>('h1, h2, h3');
  heading?.setAttribute('tabindex', '-1');
  return heading ?? null;
}

/**
 * The ref of a button that goes away with what it removes: then its focus goes to what `findNext` finds beside it, while it is still there,
 * or to the heading of the screen.
 */
export function useFocusAfterRemoval(
  findNext?: (button: HTMLElement) => HTMLElement | null | undefined,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const find = useRef(findNext);
  useLayoutEffect(() => {
    const removed = button.current;
    const next = find.current;
    return () => {
      if (!removed || removed !== document.activeElement) return;
      const target = next?.(removed);
      if (target) target.focus();
      else focusHeading();
    };
  }, []);
  return button;
}
