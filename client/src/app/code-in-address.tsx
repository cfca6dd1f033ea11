import { useLayoutEffect } from 'react';
import { takeFromAddress } from '../arrival';

/** An address with a code in it that was reached inside the app: the code leaves it, and the screen without one takes over. */
export function CodeInAddress() {
  useLayoutEffect(() => void takeFromAddress(), []);
  return null;
}
