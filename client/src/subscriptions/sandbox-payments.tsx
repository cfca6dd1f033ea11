import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { SandboxPaymentOrder } from '#domain/subscriptions/contract';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { loadSession } from '../site/session';
import { Badge } from '../ui/badge';
import { classes } from '../ui/classes';
import { Card } from '../ui/card';
import { Button, ButtonRow } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useEndpoint } from '../api/resource';
import { useSubmission } from '../ui/form/use-submission';
import { Link } from 'wouter';
import { planState, markPlanChanged } from './plan-state';
import styles from './sandbox-payments.module.css';

const sandboxActions: readonly { readonly name: string; readonly action: SandboxPaymentOrder['action'] }[] = [
  { name: 'Renew', action: 'renew' },
  { name: 'Fail payment', action: 'fail' },
  { name: 'Cancel', action: 'cancel' },
  { name: 'Refund', action: 'refund' },
  { name: 'End period now', action: 'end_period' },
];

/** Buttons that simulate the payment provider's webhooks; shown only with the sandbox provider. */
export function SandboxPaymentButtons() {
  const { data: checkout } = useEndpoint('GET /checkout');
  const { busy, error, run } = useSubmission();
  const { exists } = useSnapshot(planState);
  const descriptionId = useId();
  if (checkout?.provider !== 'sandbox') return null;
  const runAction = async (action: SandboxPaymentOrder['action'], name: string) => {
    await api('POST /sandbox/payments', { body: { action } });
    await loadSession();
    markPlanChanged();
    return `Simulated: ${name.toLowerCase()}.`;
  };
  return (
    <Card className={classes('stack gap-3', styles.card)} aria-labelledby="sandbox-payments">
      <h2 id="sandbox-payments">
        Sandbox payments <Badge isPlain>test mode</Badge>
      </h2>
      <p className="caption" id={descriptionId}>
        Simulate what the payment provider reports.
        {exists === false && (
          <>
            {' '}
            You have no plan yet; <Link href={paths.premium}>get Premium</Link> first.
          </>
        )}
      </p>
      <FormError error={error} />
      <ButtonRow>
        {sandboxActions.map(({ name, action }) => (
          <Button
            key={action}
            disabled={busy || exists === false}
            aria-describedby={descriptionId}
            onClick={() => void run(() => runAction(action, name))}
          >
            {name}
          </Button>
        ))}
      </ButtonRow>
    </Card>
  );
}
