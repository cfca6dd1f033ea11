import { useLayoutEffect } from 'react';
import { captureArrivalParams } from '../site/arrival';

/** Removes the code from an address that was opened inside the app; the route without a code takes over. */
export function CaptureUrlCode() {
  useLayoutEffect(() => void captureArrivalParams(), []);
  return null;
}
