import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { settings } from '../api/settings';
import { session, useEntitlement } from '../site/session';
import { usePath } from '../ui/navigation/use-path';
import { Button } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { cycleTheme, theme } from '../site/theme';
import { useEscape } from '../ui/use-escape';
import { useIsNarrow } from '../ui/use-media';
import { AccountLinks, AccountMenu } from './account-menu';
import { paths } from '../site/paths';

const navItems = [
  { name: 'Pins', path: paths.pins },
  { name: 'Boards', path: paths.boards },
  { name: 'Influencers', path: paths.pinners },
];

/** Name, main navigation, theme and account; under 768 px navigation and account fold behind one button. */
export function Header() {
  const path = usePath();
  const isNarrow = useIsNarrow();
  const [openAtPath, setOpenAtPath] = useState<string | null>(null);
  const isOpen = openAtPath === path;
  useEscape(isOpen, () => setOpenAtPath(null));
  return (
    <header className="site-header">
      <div className="site-header__inner">
        <Brand />
        <nav id="main-nav" className={`nav ${isOpen ? 'nav--open' : ''}`} aria-label="Main">
          {navItems.map((navItem) => (
            <NavLink key={navItem.path} {...navItem} isCurrent={path === navItem.path} />
          ))}
          <PremiumLink isCurrent={path === paths.premium} />
          {isNarrow && <AccountLinks className="nav__link" currentPath={path} onSignedOut={() => setOpenAtPath(null)} />}
        </nav>
        <ThemeButton />
        {!isNarrow && <AccountMenu key={path} />}
        <Button
          kind="quiet"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="main-nav"
          onClick={() => setOpenAtPath(isOpen ? null : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} /> Menu
        </Button>
      </div>
    </header>
  );
}

interface NavLinkProps {
  readonly name: string;
  readonly path: string;
  readonly isCurrent: boolean;
  readonly className?: string;
}

const NavLink = ({ name, path, isCurrent, className = '' }: NavLinkProps) => (
  <Link href={path} className={`nav__link ${className}`} aria-current={isCurrent ? 'page' : undefined}>
    {name}
  </Link>
);

/** Not for those who have Premium; until that is known its room is kept. */
function PremiumLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return <NavLink name="Premium" path={paths.premium} isCurrent={isCurrent} className={isLoaded ? '' : 'is-undecided'} />;
}

/** The product's mark and name, leading home. */
export function Brand() {
  const { brand } = useSnapshot(settings).site;
  return (
    <Link href={paths.home} className="brand">
      <svg className="brand__mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d="M5 16.5 10.2 11l3.6 3.2L19 7.5" />
      </svg>
      {brand}
    </Link>
  );
}

/** Takes the next theme. */
export function ThemeButton() {
  const { value } = useSnapshot(theme);
  return (
    <button type="button" className="icon-button" aria-label={`Theme: ${value}`} title={`Theme: ${value}`} onClick={cycleTheme}>
      <Icon name={value} size={20} />
    </button>
  );
}
