import { Button } from '../form/button';
import styles from './load-error.module.css';

/** Takes the place of a part of a screen that failed to load. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <p className={styles.error}>
      We couldn't load this. <Button onClick={onRetry}>Try again</Button>
    </p>
  );
}
