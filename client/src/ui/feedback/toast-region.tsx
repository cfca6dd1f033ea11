import { useSnapshot } from 'valtio';
import { toast } from '../../site/toast';
import { classes } from '../classes';
import styles from './toast-region.module.css';

const levelStyles = { success: 'success-tone', neutral: 'ink', error: 'danger-tone' } as const;

/** The two ARIA live regions; always present, so that screen readers announce what appears in them. */
export function ToastRegion() {
  const { shown } = useSnapshot(toast);
  const message = shown && (
    <span key={shown.id} className={classes('floating block strong', styles.toast, levelStyles[shown.level])} data-testid="toast">
      {shown.message}
    </span>
  );
  return (
    <div className={classes('row items-stretch to-middle', styles.toasts)}>
      <output data-testid="live-polite">{shown?.level !== 'error' && message}</output>
      <div role="alert" data-testid="live-alert">
        {shown?.level === 'error' && message}
      </div>
    </div>
  );
}
