import { Link } from 'wouter';
import { paths } from '../site/paths';
import { usePath } from '../ui/navigation/use-path';
import { FoldingHeader } from './folding-header';
import styles from './header.module.css';

const navItems = [
  { name: 'Site Analytics', path: paths.analytics },
  { name: 'Growth Analytics', path: paths.growth },
  { name: 'Operations', path: paths.operations },
  { name: 'Back to Site', path: paths.boards },
];

/** The header of the admin's screens. */
export function AdminHeader() {
  const currentPath = usePath().toLowerCase().replace(/\/$/, '');
  const links = navItems.map(({ name, path }) => (
    <Link key={path} href={path} className={styles.link} aria-current={path === currentPath ? 'page' : undefined}>
      {name}
    </Link>
  ));
  return <FoldingHeader navId="admin-nav" navLabel="Administration" isAdmin links={() => links} />;
}
