import { api } from '../../api/api';
import { Button } from './button';
import { FormError, FormSuccess } from './form-message';
import { useSubmission } from './use-submission';

/** A button that sends a new confirmation code. A failure shows inline, without a toast. */
export function ResendCode() {
  const { busy, error, message, run } = useSubmission({ hasErrorToast: false });
  const resend = async () => (await api('POST /auth/email/confirm/resend')).message;
  return (
    <div className="stack gap-4">
      <FormError error={error} />
      <p>
        <Button disabled={busy} onClick={() => void run(resend)}>
          Resend Code
        </Button>
      </p>
      <FormSuccess message={message} />
    </div>
  );
}
