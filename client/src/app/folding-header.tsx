import { type ReactNode, useState } from 'react';
import { classes } from '../ui/classes';
import { Button } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { usePath } from '../ui/navigation/use-path';
import { useEscape } from '../ui/use-escape';
import { Brand } from './brand';
import { ThemeButton } from './theme-button';
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
    <header className={styles.header}>
      <div className={classes(styles.inner, isAdmin && styles.wide)}>
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
