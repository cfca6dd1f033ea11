import type { ReactNode } from 'react';
import { classes } from '../ui/classes';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Footer } from './footer';
import { AdminHeader, Header } from './header';
import { ShortcutHelp } from './shortcut-help';
import { StatusBanner } from './status-banner';
import styles from './layout.module.css';

interface LayoutProps {
  /** True: wider, with the navigation of the admin's screens and without a footer. */
  readonly isAdmin: boolean;
  readonly children: ReactNode;
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
    <ShortcutHelp />
  </>
);
