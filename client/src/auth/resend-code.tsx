import { useId, useState } from 'react';
import { api } from '../api/api';
import { Button } from '../ui/button';
import { FormFault } from '../ui/form-fault';
import { notify } from '../ui/toast';
import { useSubmission } from '../ui/use-submission';
import { Said } from './said';

/** Has a new confirmation code sent; a failure is said in its place only. */
export function ResendCode() {
  const [said, setSaid] = useState<string | null>(null);
  const { busy, fault, run } = useSubmission();
  const faultId = useId();
  const resend = async () => {
    setSaid(null);
    const { message } = await api('POST /auth/email/confirm/resend');
    setSaid(message);
    notify(message, 'success');
  };
  return (
    <div className="form">
      <FormFault id={faultId} fault={fault} />
      <p>
        <Button disabled={busy} onClick={() => void run(resend)}>
          Resend Code
        </Button>
      </p>
      <Said message={said} />
    </div>
  );
}
