import { Button, ButtonRow } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { startLinking } from './linking';

interface ConsentButtonProps {
  readonly label: string;
  readonly withVolumes: boolean;
}

/** Leads to Pinterest's consent page. */
export function ConsentButton({ label, withVolumes }: ConsentButtonProps) {
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  return (
    <>
      <FormError error={error} />
      <ButtonRow>
        <Button disabled={busy} onClick={() => void run(() => startLinking(withVolumes))}>
          {busy ? 'Opening Pinterest…' : label}
        </Button>
      </ButtonRow>
    </>
  );
}
