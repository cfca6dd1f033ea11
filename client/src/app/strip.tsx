import { useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { settings } from '../api/settings';
import { remember, remembered } from '../ui/remembered';

const HIDDEN = 'demo-strip-hidden';

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
export function Strip() {
  const online = useIsOnline();
  const { demo } = useSnapshot(settings).site;
  const [hidden, setHidden] = useState(() => remembered(HIDDEN) !== null);
  if (!online) {
    return <output className="strip strip--offline">You are offline. What you see may be old.</output>;
  }
  if (!demo || hidden) return null;
  const hide = () => {
    setHidden(true);
    remember(HIDDEN, 'yes');
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
