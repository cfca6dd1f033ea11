import { useId, useState } from 'react';
import { api } from '../../api/api';
import { notify } from '../../site/toast';
import { Button } from './button';
import { FormError } from './form-error';
import { FormSuccess } from './form-success';
import { useSubmission } from './use-submission';
import styles from './form.module.css';

/** A button that sends a new confirmation code. A failure shows inline, without a toast. */
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
    <div className={styles.form}>
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
