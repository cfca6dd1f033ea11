import { api } from './api';

const VISIT_STARTED_KEY = 'visit-began';

/** Has the visitor opted out of tracking? The server checks this too. */
function hasOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Reports an event to the site's own analytics; failures are ignored. */
export function trackEvent(name: string, metadata: Readonly<Record<string, string | number>> = {}): void {
  if (hasOptedOut()) return;
  api('POST /events', { body: { name, _metadata: { path: location.pathname, ...metadata } } }).catch(() => undefined);
}

/** Reports a page view. The first one of a visit has the referrer; an empty one is a direct visit. */
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
