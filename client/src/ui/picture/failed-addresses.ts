import type { PictureSource } from '#domain/catalog/picture';
import { onReset } from '../../api/store';

/** What an `img` element is asked to load. */
export interface ImageCandidate {
  readonly src: string;
  readonly srcSet?: string;
}

/** Addresses that failed since the page was loaded; they are never asked again. A set of thumbnails is one address here. */
const failedAddresses = new Set<string>();
const listeners = new Set<() => void>();

/** Calls the listener after each failure; returns a function that ends this. */
export function onFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The next candidate of a picture that has not failed: its thumbnails, then its stored address; null without one. */
export function nextCandidate({ src, srcset, fallback }: PictureSource): ImageCandidate | null {
  if (srcset !== null && !failedAddresses.has(srcset)) return { src, srcSet: srcset };
  const address = fallback ?? src;
  return failedAddresses.has(address) ? null : { src: address };
}

/** Records that a candidate failed, and the address that the browser chose from it. */
export function recordFailure({ src, srcSet }: ImageCandidate, chosenAddress: string): void {
  failedAddresses.add(srcSet ?? src).add(chosenAddress);
  listeners.forEach((listener) => listener());
}

onReset(() => failedAddresses.clear(), 'app');
