import { type RefObject, useLayoutEffect, useRef } from 'react';

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
      if (removed && removed === document.activeElement) (next?.(removed) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    };
  }, []);
  return button;
}
