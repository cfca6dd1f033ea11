import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { usePath } from '../ui/navigation/use-path';
import { Button } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { ToastRegion } from '../ui/feedback/toast-region';
import { useEscape } from '../ui/use-escape';
import { Brand, ThemeButton } from './header';
import { paths } from '../site/paths';
import { ShortcutHelp } from './shortcut-help';
import { StatusBanner } from './status-banner';

const adminNavItems = [
  { name: 'Site Analytics', path: paths.analytics },
  { name: 'Growth Analytics', path: paths.growth },
  { name: 'Operations', path: paths.operations },
  { name: 'Back to Site', path: paths.boards },
];

/** The frame around the administrators' screens: wider, with a navigation of its own. */
export function AdminLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <StatusBanner />
      <AdminHeader />
      <main id="main" className="page page--wide" tabIndex={-1}>
        {children}
      </main>
      <ToastRegion />
      <ShortcutHelp />
    </>
  );
}

/** Under 768 px the navigation folds behind one button. */
function AdminHeader() {
  const path = usePath();
  const [openAtPath, setOpenAtPath] = useState<string | null>(null);
  const isOpen = openAtPath === path;
  useEscape(isOpen, () => setOpenAtPath(null));
  return (
    <header className="site-header">
      <div className="site-header__inner site-header__inner--wide">
        <Brand />
        <nav id="admin-nav" className={`nav nav--admin ${isOpen ? 'nav--open' : ''}`} aria-label="Administration">
          {adminNavItems.map(({ name, path: to }) => (
            <Link key={to} href={to} className="nav__link" aria-current={to === path.toLowerCase().replace(/\/$/, '') ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <ThemeButton />
        <Button
          kind="quiet"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="admin-nav"
          onClick={() => setOpenAtPath(isOpen ? null : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} /> Menu
        </Button>
      </div>
    </header>
  );
}
