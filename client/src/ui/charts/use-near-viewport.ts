import { type RefObject, useEffect, useState } from 'react';

/** How far outside the view a chart starts to load, in CSS pixels. */
const VIEWPORT_MARGIN = '300px';

/** Has a place come within 300 px of the view? Once it has, it stays so. */
export function useNearViewport(target: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !target.current) return undefined;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: VIEWPORT_MARGIN,
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [isNear, target]);
  return isNear;
}
