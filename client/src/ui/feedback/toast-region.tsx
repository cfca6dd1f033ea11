import { useSnapshot } from 'valtio';
import { toast } from '../../site/toast';

/** The two live regions, there from the start so that readers hear what comes into them. */
export function ToastRegion() {
  const { shown } = useSnapshot(toast);
  const message = shown && (
    <span key={shown.id} className={`toast toast--${shown.level}`} data-testid="toast">
      {shown.message}
    </span>
  );
  return (
    <div className="toasts">
      <output data-testid="live-polite">{shown?.level === 'success' && message}</output>
      <div role="alert" data-testid="live-alert">
        {shown?.level === 'error' && message}
      </div>
    </div>
  );
}
