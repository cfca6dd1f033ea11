import { type RefObject, useEffect, useState } from 'react';

/** The width of an element; 0 before it is measured. */
export function useWidthPx(box: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return widthPx;
}

const MAX_LABELS = 10;
/** Width of one label with its margin. */
const LABEL_WIDTH_PX = 84;

/** How many labels fit into the container, at most ten; 0 before it is measured. */
export function useMaxLabels(container: RefObject<HTMLElement | null>): number {
  const widthPx = useWidthPx(container);
  return widthPx === 0 ? 0 : Math.max(2, Math.min(MAX_LABELS, Math.floor(widthPx / LABEL_WIDTH_PX)));
}
