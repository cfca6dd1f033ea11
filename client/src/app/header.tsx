import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { settings } from '../api/settings';
import { session, useMay } from '../session';
import { usePath } from '../ui/address';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { nextTheme, theme } from '../ui/theme';
import { useEscape } from '../ui/use-escape';
import { useIsNarrow } from '../ui/use-media';
import { AccountLinks, AccountMenu } from './account-menu';
import { paths } from './paths';

const places = [
  { name: 'Pins', path: paths.pins },
  { name: 'Boards', path: paths.boards },
  { name: 'Influencers', path: paths.pinners },
];

/** Name, main navigation, theme and account; under 768 px navigation and account fold behind one button. */
export function Header() {
  const path = usePath();
  const narrow = useIsNarrow();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === path;
  useEscape(open, () => setOpenAt(null));
  return (
    <header className="site-header">
      <div className="site-header__inner">
        <Brand />
        <nav id="main-nav" className={`nav ${open ? 'nav--open' : ''}`} aria-label="Main">
          {places.map((place) => (
            <NavLink key={place.path} {...place} here={path === place.path} />
          ))}
          <PremiumLink here={path === paths.premium} />
          {narrow && <AccountLinks className="nav__link" here={path} onSignedOut={() => setOpenAt(null)} />}
        </nav>
        <ThemeButton />
        {!narrow && <AccountMenu key={path} />}
        <Button
          kind="quiet"
          className="menu-button"
          aria-expanded={open}
          aria-controls="main-nav"
          onClick={() => setOpenAt(open ? null : path)}
        >
          <Icon name={open ? 'close' : 'menu'} /> Menu
        </Button>
      </div>
    </header>
  );
}

interface NavLinkProps {
  readonly name: string;
  readonly path: string;
  readonly here: boolean;
  readonly className?: string;
}

const NavLink = ({ name, path, here, className = '' }: NavLinkProps) => (
  <Link href={path} className={`nav__link ${className}`} aria-current={here ? 'page' : undefined}>
    {name}
  </Link>
);

/** Not for those who have Premium; until that is known its room is kept. */
function PremiumLink({ here }: { readonly here: boolean }) {
  const { known } = useSnapshot(session);
  if (useMay('keyword_search')) return null;
  return <NavLink name="Premium" path={paths.premium} here={here} className={known ? '' : 'is-undecided'} />;
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
    <button type="button" className="icon-button" aria-label={`Theme: ${value}`} title={`Theme: ${value}`} onClick={nextTheme}>
      <Icon name={value} size={20} />
    </button>
  );
}
