import type { RefObject } from 'react';
import { useWidthPx } from '../use-width-px';

const MAX_LABELS = 10;
/** Width of one label with its margin. */
const LABEL_WIDTH_PX = 84;

/** How many labels fit into the container, at most ten; 0 before it is measured. */
export function useMaxLabels(container: RefObject<HTMLElement | null>): number {
  const widthPx = useWidthPx(container);
  return widthPx === 0 ? 0 : Math.max(2, Math.min(MAX_LABELS, Math.floor(widthPx / LABEL_WIDTH_PX)));
}
