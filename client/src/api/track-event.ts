import { api } from './api';

const VISIT_STARTED_KEY = 'visit-began';

/** Whoever asks not to be followed is not counted; the server holds to it too. */
function hasOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Tells the site's own statistics that something was done. A report that fails is let go: nobody waits for it. */
export function trackEvent(name: string, metadata: Readonly<Record<string, string | number>> = {}): void {
  if (hasOptedOut()) return;
  api('POST /events', { body: { name, _metadata: { path: location.pathname, ...metadata } } }).catch(() => undefined);
}

/** A screen was come to. The first one of a visit also says which site led here; an empty text is a direct visit. */
export function trackPageView(): void {
  trackEvent('page_view', startsVisit() ? { referrer: document.referrer } : {});
}

function startsVisit(): boolean {
  try {
    if (sessionStorage.getItem(VISIT_STARTED_KEY) !== null) return false;
    sessionStorage.setItem(VISIT_STARTED_KEY, '1');
    return true;
  } catch {
    return false;
  }
}
