import { useState, useSyncExternalStore } from 'react';
import { useSettings } from '../api/settings';
import { readStored, store } from '../site/storage';
import { classes } from '../ui/classes';
import styles from './status-banner.module.css';

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

/** The banner above the header: offline, else demo data. */
export function StatusBanner() {
  const isOnline = useIsOnline();
  const { demo } = useSettings();
  const [isHidden, setIsHidden] = useState(() => readStored(DEMO_BANNER_HIDDEN_KEY) !== null);
  if (!isOnline) {
    return <output className={classes(styles.banner, styles.offline)}>You're offline. Figures may be out of date.</output>;
  }
  if (!demo || isHidden) return null;
  const hide = () => {
    setIsHidden(true);
    store(DEMO_BANNER_HIDDEN_KEY, 'yes');
  };
  return (
    <aside className={styles.banner} aria-label="Demo" data-testid="demo-strip">
      <span>Demo data. Nothing here is real.</span>
      <button type="button" className={styles.hide} onClick={hide}>
        Hide
      </button>
    </aside>
  );
}
