import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { settings } from '../api/settings';
import { usePath } from '../ui/address';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { nextTheme, theme } from '../ui/theme';
import { paths } from './paths';

const places = [
  { name: 'Pins', path: paths.pins },
  { name: 'Boards', path: paths.boards },
  { name: 'Influencers', path: paths.pinners },
];

/** Name, main navigation and theme; under 768 px the navigation folds behind one button. */
export function Header() {
  const path = usePath();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === path;
  useEscape(open, () => setOpenAt(null));
  return (
    <header className="site-header">
      <div className="site-header__inner">
        <Brand />
        <nav id="main-nav" className={`nav ${open ? 'nav--open' : ''}`} aria-label="Main">
          {places.map((place) => (
            <Link key={place.path} href={place.path} className="nav__link" aria-current={path === place.path ? 'page' : undefined}>
              {place.name}
            </Link>
          ))}
        </nav>
        <ThemeButton />
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

function useEscape(active: boolean, action: () => void): void {
  const latest = useEffectEvent(action);
  useEffect(() => {
    if (!active) return undefined;
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && latest();
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [active]);
}

function Brand() {
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

function ThemeButton() {
  const { value } = useSnapshot(theme);
  return (
    <button type="button" className="icon-button" aria-label={`Theme: ${value}`} title={`Theme: ${value}`} onClick={nextTheme}>
      <Icon name={value} size={20} />
    </button>
  );
}
