import { createStore } from '../../../api/store';

/** The row that the peek panel shows; null while it is closed. */
export const peek = createStore<{ id: string | null }>(() => ({ id: null }));

export const closePeek = (): void => void (peek.id = null);

/** Shows a row in the panel, or closes the panel that shows it. */
export const togglePeek = (id: string): void => void (peek.id = peek.id === id ? null : id);

/** The link of a row on screen. */
export const rowLink = (id: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].find(({ dataset }) => dataset['rowId'] === id)?.querySelector('a') ?? null;
