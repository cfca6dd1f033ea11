import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { paths } from '../site/paths';
import { session, useEntitlement } from '../site/session';
import { classes } from '../ui/classes';
import { usePath } from '../ui/navigation/use-path';
import { useIsNarrow } from '../ui/use-media';
import { AccountLinks, AccountMenu } from './account-menu';
import { FoldingHeader } from './folding-header';
import styles from './header.module.css';

const navItems = [
  { name: 'Pins', path: paths.pins },
  { name: 'Boards', path: paths.boards },
  { name: 'Influencers', path: paths.pinners },
];

/** The header of the site: lists, Premium, theme, and account. */
export function Header() {
  const path = usePath();
  const isNarrow = useIsNarrow();
  const links = (close: () => void) => (
    <>
      {navItems.map((navItem) => (
        <NavLink key={navItem.path} {...navItem} isCurrent={path === navItem.path} />
      ))}
      <PremiumLink isCurrent={path === paths.premium} />
      {isNarrow && <AccountLinks className={styles.link} currentPath={path} onSignedOut={close} />}
    </>
  );
  return <FoldingHeader navId="main-nav" navLabel="Main" links={links} account={!isNarrow && <AccountMenu key={path} />} />;
}

interface NavLinkProps {
  readonly name: string;
  readonly path: string;
  readonly isCurrent: boolean;
  readonly isHidden?: boolean;
}

const NavLink = ({ name, path, isCurrent, isHidden = false }: NavLinkProps) => (
  <Link href={path} className={classes(styles.link, isHidden && styles.undecided)} aria-current={isCurrent ? 'page' : undefined}>
    {name}
  </Link>
);

/** Not for users with Premium; it keeps its space until the session is loaded. */
function PremiumLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return <NavLink name="Premium" path={paths.premium} isCurrent={isCurrent} isHidden={!isLoaded} />;
}
