import { useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { settings } from '../api/settings';
import { savePreference, readPreference } from '../site/preferences';

const DEMO_BANNER_HIDDEN_KEY = 'demo-strip-hidden';

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}

/** The one strip above the header: being offline matters more than the demo. */
export function StatusBanner() {
  const isOnline = useIsOnline();
  const { demo } = useSnapshot(settings).site;
  const [isHidden, setIsHidden] = useState(() => readPreference(DEMO_BANNER_HIDDEN_KEY) !== null);
  if (!isOnline) {
    return <output className="strip strip--offline">You are offline. What you see may be old.</output>;
  }
  if (!demo || isHidden) return null;
  const hide = () => {
    setIsHidden(true);
    savePreference(DEMO_BANNER_HIDDEN_KEY, 'yes');
  };
  return (
    <aside className="strip strip--demo" aria-label="Demo" data-testid="demo-strip">
      <span>Demo data. Nothing here is real.</span>
      <button type="button" className="strip__button" onClick={hide}>
        Hide
      </button>
    </aside>
  );
}
