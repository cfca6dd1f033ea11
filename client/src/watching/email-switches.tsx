import type { OptionalEmailChange } from '#domain/mail/contract';
import type { OptionalEmail } from '#domain/mail/optional-emails';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { useEntitlement } from '../site/session';
import { Loaded } from '../ui/feedback/load-error';
import { useSubmission } from '../ui/form/use-submission';

const emails: Readonly<Record<OptionalEmail, { readonly label: string; readonly note: string }>> = {
  weekly: {
    label: 'Email me on Mondays what moved',
    note: 'The ten items that changed most in the seven days before; none in a week without changes.',
  },
  alerts: {
    label: 'Email me new alerts, at most once a day',
    note: 'None on a day without new alerts.',
  },
};

/** Switches the weekly email and, with Premium, the daily email of alerts on and off. */
export function EmailSwitches() {
  const optional = useEndpoint('GET /users/me/optional-emails');
  const isAlerted = useEntitlement('alerts');
  const { busy, run } = useSubmission();
  const choose = (change: OptionalEmailChange) =>
    void run(async () => {
      await api('PATCH /users/me/optional-emails', { body: change });
      const { data } = optional;
      if (data) optional.setData({ weekly: change.weekly ?? data.weekly, alerts: change.alerts ?? data.alerts });
    });
  return (
    <section className="stack gap-3" aria-labelledby="emails">
      <h2 id="emails">Emails</h2>
      <Loaded resource={optional} height={44}>
        {({ weekly, alerts }) => (
          <>
            <Switch kind="weekly" isOn={weekly} isBusy={busy} onChoose={(isOn) => choose({ weekly: isOn })} />
            {/* Users who no longer have Premium can still switch it off. */}
            {(isAlerted || alerts) && <Switch kind="alerts" isOn={alerts} isBusy={busy} onChoose={(isOn) => choose({ alerts: isOn })} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface SwitchProps {
  readonly kind: OptionalEmail;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

const Switch = ({ kind, isOn, isBusy, onChoose }: SwitchProps) => (
  <>
    <label className="inline-row tap check gap-2">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isBusy}
        aria-describedby={`email-${kind}`}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {emails[kind].label}
    </label>
    <p id={`email-${kind}`} className="small">
      {emails[kind].note}
    </p>
  </>
);
