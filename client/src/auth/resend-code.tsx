import { useId, useState } from 'react';
import { api } from '../api/api';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-error';
import { notify } from '../site/toast';
import { useSubmission } from '../ui/form/use-submission';
import { FormSuccess } from '../ui/form/form-success';

/** Has a new confirmation code sent; a failure is said in its place only. */
export function ResendCode() {
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  const { busy, error, run } = useSubmission();
  const errorId = useId();
  const resend = async () => {
    setSuccessMessage(null);
    const { message } = await api('POST /auth/email/confirm/resend');
    setSuccessMessage(message);
    notify(message, 'success');
  };
  return (
    <div className="form">
      <FormError id={errorId} error={error} />
      <p>
        <Button disabled={busy} onClick={() => void run(resend)}>
          Resend Code
        </Button>
      </p>
      <FormSuccess message={successMessage} />
    </div>
  );
}
