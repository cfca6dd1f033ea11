import { api } from '../../api/api';
import { ActionButton } from './submit-form';

/** A button that sends a new confirmation code. */
export const ResendCode = () => (
  <div className="stack gap-4">
    <ActionButton hasErrorToast={false} onAct={async () => (await api('POST /auth/email/confirm/resend')).message}>
      Resend Code
    </ActionButton>
  </div>
);
