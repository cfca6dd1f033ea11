import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { paths } from '../site/paths';
import { session, useEntitlement, useUser } from '../site/session';
import { classes } from '../ui/classes';
import { ErrorBoundary } from '../ui/feedback/error-boundary';
import { usePath } from '../ui/navigation/use-path';
import { useIsNarrow } from '../ui/use-media';
import { AccountMenu, adminTools, NarrowAccount } from './account-menu';
import { FoldingHeader, NavLink } from './folding-header';
import styles from './header.module.css';

const AlertBell = lazy(async () => ({ default: (await import('../watching/alerts/alert-bell')).AlertBell }));

/** The header of the site: lists, Premium, theme, and account. */
export function Header() {
  const isNarrow = useIsNarrow();
  const path = usePath();
  const user = useUser();
  const links = (close: () => void) => (
    <>
      {user && <NavLink name="Today" path={paths.dashboard} />}
      <NavLink name="Pins" path={paths.pins} section="/pin/" />
      <NavLink name="Boards" path={paths.boards} section="/board/" />
      <NavLink name="Influencers" path={paths.pinners} section="/pinner/" />
      <NavLink name="Keywords" path={paths.keywords} section="/keywords/" />
      {/* Phones have it in the menu of the account. */}
      {user && !isNarrow && <NavLink name="Watchlists" path={paths.watchlists} />}
      <PremiumLink />
      {isNarrow && <NarrowAccount onSignedOut={close} />}
    </>
  );
  const account = (
    <>
      {/* Loaded after everything else. */}
      {user && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<span className={styles.bell} />}>
            <AlertBell />
          </Suspense>
        </ErrorBoundary>
      )}
      {!isNarrow && <AccountMenu key={path} />}
    </>
  );
  return <FoldingHeader navId="main-nav" navLabel="Main" links={links} account={account} />;
}

/** Not for users with Premium; it keeps its space until the session is loaded. */
function PremiumLink() {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return <NavLink name="Premium" path={paths.premium} className={classes(styles.link, !isLoaded && 'invisible')} />;
}

/** The header of the admin's screens. */
export function AdminHeader() {
  const isNarrow = useIsNarrow();
  const path = usePath();
  const links = (close: () => void) => (
    <>
      <NavLink name="Site Analytics" path={paths.analytics} />
      <NavLink name="Growth Analytics" path={paths.growth} />
      {adminTools.map((link) => (
        <NavLink key={link.name} {...link} />
      ))}
      <NavLink name="Back to Site" path={paths.boards} />
      {isNarrow && <NarrowAccount onSignedOut={close} />}
    </>
  );
  const account = !isNarrow && <AccountMenu key={path} />;
  return <FoldingHeader navId="admin-nav" navLabel="Administration" isAdmin links={links} account={account} />;
}
