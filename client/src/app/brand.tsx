import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { settings } from '../api/settings';
import { paths } from '../site/paths';
import styles from './header.module.css';

/** The site's mark and name, linked to the home page. */
export function Brand() {
  const { brand } = useSnapshot(settings).site;
  return (
    <Link href={paths.home} className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d="M5 16.5 10.2 11l3.6 3.2L19 7.5" />
      </svg>
      {brand}
    </Link>
  );
}
