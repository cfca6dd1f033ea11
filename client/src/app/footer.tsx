import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { settings } from '../api/settings';
import { paths } from '../site/paths';
import { openShortcutHelp } from '../site/shortcuts';

/** Policy, support, version, and what we are not. */
export function Footer() {
  const { support_email: support, version } = useSnapshot(settings).site;
  return (
    <footer className="site-footer">
      <div className="site-footer__inner">
        <p>Not affiliated with or endorsed by Pinterest.</p>
        <ul className="site-footer__links">
          <li>
            <Link href={paths.momentum}>Momentum</Link>
          </li>
          <li>
            <Link href={paths.privacy}>Privacy policy</Link>
          </li>
          {support !== '' && (
            <li>
              <a href={`mailto:${support}`}>Support</a>
            </li>
          )}
          <li>
            <a href="/api/docs">API</a>
          </li>
          <li>
            <button type="button" className="link-button" onClick={openShortcutHelp}>
              Keyboard
            </button>
          </li>
          {version !== '' && <li>v{version}</li>}
        </ul>
      </div>
    </footer>
  );
}
