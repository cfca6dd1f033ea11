import { type RefObject, useEffect, useState } from 'react';

/** How far outside the view a chart starts to load, in CSS pixels. */
const NEAR = '300px';

/** Has a place come within 300 px of the view? Once it has, it stays so. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return undefined;
    const watcher = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), { rootMargin: NEAR });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [near, place]);
  return near;
}
