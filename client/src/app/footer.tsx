import { classes } from '../ui/classes';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { openShortcutHelp } from '../site/shortcuts';
import { PictureSwitch } from './picture-switch';
import { TextButton } from '../ui/form/button';
import { Link } from 'wouter';
import styles from './footer.module.css';

/** The footer: disclaimer, links, and version. */
export function Footer() {
  const { support_email: support, version } = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>Not affiliated with or endorsed by Pinterest.</p>
        <ul className={classes('cluster items-baseline gap-2 gap-x-6', styles.links)}>
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
            <TextButton onClick={openShortcutHelp}>Keyboard shortcuts</TextButton>
          </li>
          <li>
            <PictureSwitch />
          </li>
          {version !== '' && <li>v{version}</li>}
        </ul>
      </div>
    </footer>
  );
}
