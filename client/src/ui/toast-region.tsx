import { useSnapshot } from 'valtio';
import { toast } from './toast';

/** The two live regions, there from the start so that readers hear what comes into them. */
export function ToastRegion() {
  const { shown } = useSnapshot(toast);
  const message = shown && (
    <p key={shown.id} className={`toast toast--${shown.level}`} data-testid="toast">
      {shown.message}
    </p>
  );
  return (
    <div className="toasts">
      <div role="status" data-testid="live-polite">
        {shown?.level === 'success' && message}
      </div>
      <div role="alert" data-testid="live-alert">
        {shown?.level === 'error' && message}
      </div>
    </div>
  );
}
