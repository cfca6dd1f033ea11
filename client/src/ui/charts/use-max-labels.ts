import { type RefObject, useEffect, useState } from 'react';

const MAX_LABELS = 10;
/** Width of one label with its margin. */
const LABEL_WIDTH_PX = 84;

/** How many labels fit into the container, at most ten; 0 before it is measured. */
export function useMaxLabels(container: RefObject<HTMLElement | null>): number {
  const [maxLabels, setMaxLabels] = useState(0);
  useEffect(() => {
    if (!container.current) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setMaxLabels(Math.max(2, Math.min(MAX_LABELS, Math.floor((entry?.contentRect.width ?? 0) / LABEL_WIDTH_PX)))),
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [container]);
  return maxLabels;
}
