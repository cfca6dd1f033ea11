import { lazy, type ReactNode, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { useUser } from '../site/session';
import { shortcuts } from '../site/shortcuts';
import { classes } from '../ui/classes';
import { ErrorBoundary } from '../ui/feedback/error-boundary';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Footer } from './footer';
import { AdminHeader, Header } from './header';
import { StatusBanner } from './status-banner';
import styles from './layout.module.css';

interface LayoutProps {
  /** True: wider, with the navigation of the admin's screens and without a footer. */
  readonly isAdmin: boolean;
  readonly children: ReactNode;
}

const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help')).ShortcutHelp }));

const WatchBar = lazy(async () => ({ default: (await import('../watching/watch-bar')).WatchBar }));

/** What signed-in users watched last; loaded after everything else. */
function LastWatched() {
  return (
    useUser() && (
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <WatchBar />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette')).CommandPalette }));

/** The list of shortcuts or the command palette while it is open; in chunks of their own, since few visitors open them. */
function OpenDialog() {
  const { isHelpOpen, isPaletteOpen } = useSnapshot(shortcuts);
  if (!isHelpOpen && !isPaletteOpen) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{isPaletteOpen ? <CommandPalette /> : <ShortcutHelp />}</Suspense>
    </ErrorBoundary>
  );
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
