import { type ReactNode, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useIsAdmin, useUser } from '../site/session';
import { shortcuts, openShortcutHelp } from '../site/shortcuts';
import { classes } from '../ui/classes';
import { LazyPart } from '../ui/feedback/error-boundary';
import { ToastRegion } from '../ui/feedback/toast-region';
import { AdminHeader, Header } from './header';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { TextButton } from '../ui/form/button';
import { Link } from 'wouter';
import { pictures, setPicturesShown } from '../site/pictures';
import { OWN_DATA_PATH } from '#domain/site/demo';
import { useStored } from '../site/storage';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './layout.module.css';

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
function StatusBanner() {
  const isOnline = useIsOnline();
  const { demo, demo_sign_in: mayBeAdmin } = useSettings();
  const isAdmin = useIsAdmin();
  const [hidden, hide] = useStored(DEMO_BANNER_HIDDEN_KEY);
  if (!isOnline) {
    return (
      <output className={classes('danger-tone row to-middle text-md gap-4', styles.banner)}>
        You're offline. Figures may be out of date.
      </output>
    );
  }
  if (!demo || hidden !== null) return null;
  return (
    <aside className={classes('warning-tone row to-middle text-md gap-4', styles.banner)} aria-label="Demo" data-testid="demo-strip">
      <span>
        Demo data. <span className={styles.long}>Nothing here is real.</span>
      </span>
      {isAdmin || mayBeAdmin ? <Link href={paths.setup}>Load your own data</Link> : <a href={OWN_DATA_PATH}>Load your own data</a>}
      <button type="button" className={classes('bare strong rounded', styles.hide)} onClick={() => hide('yes')}>
        Hide
      </button>
    </aside>
  );
}

/** Switches the pictures of other sites on and off in this browser; nothing on a site without them. */
function PictureSwitch() {
  const { image_hosts: hosts } = useSettings();
  const { areShown } = useSnapshot(pictures);
  if (hosts.length === 0) return null;
  return (
    <label className={classes('inline-row items-baseline gap-2', styles.switch)}>
      <input type="checkbox" checked={areShown} onChange={({ target }) => setPicturesShown(target.checked)} />
      Show pictures from Pinterest
    </label>
  );
}

/** The footer: disclaimer, links, and version. */
function Footer() {
  const { support_email: support, version } = useSettings();
  return (
    <footer className={classes('muted text-md line-above', styles.footer)}>
      <div className={classes('cluster items-baseline between', styles.inner)}>
        <p>Not affiliated with or endorsed by Pinterest.</p>
        <ul className="cluster items-baseline gap-2 gap-x-6">
          <li>
            <Link href={paths.momentum}>Momentum</Link>
          </li>
          <li>
            <Link href={paths.privacy}>Privacy policy</Link>
          </li>
          {support !== '' && (
            <li>
              <a href={`mailto:${support}`}>Support</a>
            </li>
          )}
          <li>
            <a href="/api/docs">API</a>
          </li>
          <li className={styles.shortcuts}>
            <TextButton onClick={openShortcutHelp}>Keyboard shortcuts</TextButton>
          </li>
          <li className="hide-empty">
            <PictureSwitch />
          </li>
          {version !== '' && <li>v{version}</li>}
        </ul>
      </div>
    </footer>
  );
}

interface LayoutProps {
  /** True: wider, with the navigation of the admin's screens and without a footer. */
  readonly isAdmin: boolean;
  readonly children: ReactNode;
}

const ShortcutHelp = inOwnChunk(() => import('./shortcut-help'), 'ShortcutHelp');

const WatchBar = inOwnChunk(() => import('../watching/watch-bar'), 'WatchBar');

/** What signed-in users watched last; loaded after everything else. */
function LastWatched() {
  return (
    useUser() && (
      <LazyPart>
        <WatchBar />
      </LazyPart>
    )
  );
}

const CommandPalette = inOwnChunk(() => import('./command-palette'), 'CommandPalette');

/** The list of shortcuts or the command palette while it is open; in chunks of their own, since few visitors open them. */
function OpenDialog() {
  const { isHelpOpen, isPaletteOpen } = useSnapshot(shortcuts);
  if (!isHelpOpen && !isPaletteOpen) return null;
  return <LazyPart>{isPaletteOpen ? <CommandPalette /> : <ShortcutHelp />}</LazyPart>;
}

/** What is around every screen. */
export const Layout = ({ isAdmin, children }: LayoutProps) => (
  <>
    <a className={styles.skipLink} href="#main">
      Skip to content
    </a>
    <StatusBanner />
    {isAdmin ? <AdminHeader /> : <Header />}
    <main id="main" className={classes(styles.page, isAdmin && styles.wide)} tabIndex={-1}>
      {children}
    </main>
    {!isAdmin && <Footer />}
    <ToastRegion />
    <LastWatched />
    <OpenDialog />
  </>
);
