import { useLayoutEffect } from 'react';
import { captureArrivalParams } from '../site/arrival';

/** An address with a code in it that was reached inside the app: the code leaves it, and the screen without one takes over. */
export function CaptureUrlCode() {
  useLayoutEffect(() => void captureArrivalParams(), []);
  return null;
}
