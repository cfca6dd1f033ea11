import { type RefObject, useEffect, useState } from 'react';

const VIEWPORT_MARGIN = '300px';

/** Returns true once the element has come within 300 px of the viewport. */
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
