import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { cycleTheme, theme } from '../site/theme';
import { classes } from '../ui/classes';
import { Button } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { Link } from 'wouter';
import { usePath } from '../ui/navigation/use-path';
import { useEscape } from '../ui/use-window-event';
import { useIsDark } from '../ui/use-media';
import styles from './header.module.css';

interface FoldingHeaderProps {
  readonly navId: string;
  readonly navLabel: string;
  readonly isAdmin?: boolean;
  /** Renders the links of the navigation; `close` folds it. */
  readonly links: (close: () => void) => ReactNode;
  /** Shown after the theme button. */
  readonly account?: ReactNode;
}

/** A header whose navigation folds behind a menu button under 768 px. A new path closes the menu. */
export function FoldingHeader({ navId, navLabel, isAdmin = false, links, account }: FoldingHeaderProps) {
  const path = usePath();
  const [openAtPath, setOpenAtPath] = useState<string | null>(null);
  const isOpen = openAtPath === path;
  const close = () => setOpenAtPath(null);
  useEscape(isOpen, close);
  return (
    <header className={classes(styles.header, isAdmin && styles.adminHeader)}>
      <div className={classes('row gap-2', styles.inner, isAdmin && styles.wide)}>
        <Brand />
        <nav id={navId} className={classes(styles.nav, isAdmin && styles.admin, isOpen && styles.open)} aria-label={navLabel}>
          {links(close)}
        </nav>
        <ThemeButton />
        {account}
        <Button
          kind="quiet"
          className={styles.menuButton}
          aria-expanded={isOpen}
          aria-controls={navId}
          onClick={() => setOpenAtPath(isOpen ? null : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} /> Menu
        </Button>
      </div>
    </header>
  );
}

/** The site's mark and name, linked to the home page. */
function Brand() {
  const { brand } = useSettings();
  return (
    <Link href={paths.home} className={classes('inline-row tap plain-link text-xl', styles.brand)}>
      <svg className={styles.mark} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d="M5 16.5 10.2 11l3.6 3.2L19 7.5" />
      </svg>
      <span className={styles.brandName}>{brand}</span>
    </Link>
  );
}

/** Switches to the next theme. A sun or a moon says how the page looks now. */
function ThemeButton() {
  const { value } = useSnapshot(theme);
  const name = `Theme: ${value}`;
  return (
    <Button kind="quiet" className={styles.theme} aria-label={name} title={name} onClick={cycleTheme}>
      <Icon name={useIsDark() ? 'dark' : 'light'} size={20} />
      <span className={styles.themeName}>{value}</span>
    </Button>
  );
}

interface NavLinkProps {
  readonly name: string;
  readonly path: string;
  /** What the paths of the link's section begin with, beside its own. */
  readonly section?: string;
  readonly className?: string | undefined;
}

/** A link of the navigation, marked on its own screen and on those of its section. */
export function NavLink({ name, path, section, className = styles.link }: NavLinkProps) {
  const currentPath = usePath().toLowerCase().replace(/\/$/, '');
  const isInSection = section !== undefined && currentPath.startsWith(section);
  return (
    <Link href={path} className={className ?? ''} aria-current={path === currentPath ? 'page' : isInSection ? 'true' : undefined}>
      {name}
    </Link>
  );
}
