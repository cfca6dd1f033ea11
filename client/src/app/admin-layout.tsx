import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { usePath } from '../ui/address';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { ToastRegion } from '../ui/toast-region';
import { useEscape } from '../ui/use-escape';
import { Brand, ThemeButton } from './header';
import { paths } from './paths';
import { ShortcutSheet } from './shortcut-sheet';
import { Strip } from './strip';

const places = [
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
      <Strip />
      <AdminHeader />
      <main id="main" className="page page--wide" tabIndex={-1}>
        {children}
      </main>
      <ToastRegion />
      <ShortcutSheet />
    </>
  );
}

/** Under 768 px the navigation folds behind one button. */
function AdminHeader() {
  const path = usePath();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === path;
  useEscape(open, () => setOpenAt(null));
  return (
    <header className="site-header">
      <div className="site-header__inner site-header__inner--wide">
        <Brand />
        <nav id="admin-nav" className={`nav nav--admin ${open ? 'nav--open' : ''}`} aria-label="Administration">
          {places.map(({ name, path: to }) => (
            <Link key={to} href={to} className="nav__link" aria-current={to === path.toLowerCase().replace(/\/$/, '') ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <ThemeButton />
        <Button
          kind="quiet"
          className="menu-button"
          aria-expanded={open}
          aria-controls="admin-nav"
          onClick={() => setOpenAt(open ? null : path)}
        >
          <Icon name={open ? 'close' : 'menu'} /> Menu
        </Button>
      </div>
    </header>
  );
}
