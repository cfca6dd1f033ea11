const screenHeading = () => document.querySelector<HTMLElement>('main h1');

/** Moves the focus to the heading of the screen. */
export const focusHeading = (): void => screenHeading()?.focus();

type FindNext = (button: HTMLElement) => HTMLElement | null | undefined;

/**
 * The ref of a button that goes away with what it removes: then its focus goes to what `findNext` finds beside it, while it is still there,
 * or to the heading of the screen.
 */
export const focusAfterRemoval = (findNext?: FindNext) => (button: HTMLElement | null) => () => {
  if (button && button === document.activeElement) (findNext?.(button) ?? screenHeading())?.focus();
};

/** The ref of a button that goes away for what it loads: its focus goes to the card or popover around it, or to the heading of the screen. */
export const focusPartAfterwards = focusAfterRemoval((button) => {
  const part = button.closest<HTMLElement>('section:has(h2), [role=dialog]');
  if (part) part.tabIndex = -1;
  return part;
});
