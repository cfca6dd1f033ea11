import type { ReactNode } from 'react';
import { classes } from '../ui/classes';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Footer } from './footer';
import { AdminHeader, Header } from './header';
import { ShortcutHelp } from './shortcut-help';
import { StatusBanner } from './status-banner';
import styles from './layout.module.css';

interface LayoutProps {
  readonly children: ReactNode;
}

/** The layout of every screen but the admin's. */
export const Layout = ({ children }: LayoutProps) => (
  <Frame header={<Header />} footer={<Footer />}>
    {children}
  </Frame>
);

/** The layout of the admin's screens: wider, with its own navigation and without a footer. */
export const AdminLayout = ({ children }: LayoutProps) => (
  <Frame header={<AdminHeader />} isWide>
    {children}
  </Frame>
);

interface FrameProps extends LayoutProps {
  readonly header: ReactNode;
  readonly footer?: ReactNode;
  readonly isWide?: boolean;
}

const Frame = ({ header, footer, isWide = false, children }: FrameProps) => (
  <>
    <a className={styles.skipLink} href="#main">
      Skip to content
    </a>
    <StatusBanner />
    {header}
    <main id="main" className={classes(styles.page, isWide && styles.wide)} tabIndex={-1}>
      {children}
    </main>
    {footer}
    <ToastRegion />
    <ShortcutHelp />
  </>
);
