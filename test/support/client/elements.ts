import { jest } from '@jest/globals';

/** For tests of failures: what the app logs of them is not printed. */
export const muteConsoleErrors = (): void => void jest.spyOn(console, 'error').mockImplementation(() => {});

/** The texts of elements. */
export const textsOf = (elements: Iterable<Element>): string[] => [...elements].map(({ textContent }) => textContent ?? '');

/** Where a link leads. */
export const hrefOf = (link: Element): string | null => link.getAttribute('href');
