import { api } from './api';

const VISIT = 'visit-began';

/** Whoever asks not to be followed is not counted; the server holds to it too. */
function asksNotTo(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Tells the site's own statistics that something was done. A report that fails is let go: nobody waits for it. */
export function report(name: string, metadata: Readonly<Record<string, string | number>> = {}): void {
  if (asksNotTo()) return;
  api('POST /events', { body: { name, _metadata: { path: location.pathname, ...metadata } } }).catch(() => undefined);
}

/** A screen was come to. The first one of a visit also says which site led here; an empty text is a direct visit. */
export function reportPageView(): void {
  report('page_view', beginsVisit() ? { referrer: document.referrer } : {});
}

function beginsVisit(): boolean {
  try {
    if (sessionStorage.getItem(VISIT) !== null) return false;
    sessionStorage.setItem(VISIT, '1');
    return true;
  } catch {
    return false;
  }
}
