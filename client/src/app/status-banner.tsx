import { useState, useSyncExternalStore } from 'react';
import { OWN_DATA_PATH } from '#domain/site/demo';
import { useSettings } from '../api/settings';
import { readStored, store } from '../site/storage';
import { classes } from '../ui/classes';
import styles from './status-banner.module.css';

const DEMO_BANNER_HIDDEN_KEY = 'demo-strip-hidden';

const connectionEvents = ['online', 'offline'] as const;

const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      for (const name of connectionEvents) addEventListener(name, onChange);
      return () => connectionEvents.forEach((name) => removeEventListener(name, onChange));
    },
    () => navigator.onLine,
  );

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
      <span>
        Demo data. <span className={styles.long}>Nothing here is real.</span>
      </span>
      <a href={OWN_DATA_PATH}>Load your own data</a>
      <button type="button" className={styles.hide} onClick={hide}>
        Hide
      </button>
    </aside>
  );
}
