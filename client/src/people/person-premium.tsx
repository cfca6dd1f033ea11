import { useState } from 'react';
import type { PersonDetail } from '#domain/people/contract';
import { refusalOf } from '#domain/people/person-changes';
import { dayLabel, dayOf } from '#domain/days';
import { MAX_GIVEN_DAYS } from '#domain/people/given-premium';
import { api } from '../api/api';
import { useUser } from '../site/session';
import { Field } from '../ui/form/field';
import { ActionButton, SubmitForm } from '../ui/form/submit-form';
import { lastGivenDay } from './plan-text';

interface PersonPremiumProps {
  readonly person: PersonDetail;
  readonly onChange: (person: PersonDetail) => void;
}

/** Gives Premium through a day, and ends what was given. */
export function PersonPremium({ person, onChange }: PersonPremiumProps) {
  const { id, given_until: givenUntil } = person;
  const adminId = useUser()?.id ?? '';
  const refusal = refusalOf('give Premium', person, adminId);
  const [today] = useState(() => dayOf(new Date()));
  const give = async ({ until = '' }: Readonly<Record<string, string>>) => {
    onChange(await api('POST /admin/people/:id/premium', { params: { id }, body: { until } }));
    return 'Premium given.';
  };
  const end = async () => {
    onChange(await api('DELETE /admin/people/:id/premium', { params: { id } }));
    return 'Given Premium ended.';
  };
  return (
    <section aria-labelledby="person-premium" className="stack gap-3">
      <h3 id="person-premium">Premium</h3>
      {person.is_paid && (
        <p className="caption">The paid subscription belongs to the payment provider. Nothing here changes or cancels it.</p>
      )}
      {refusal === null ? (
        <SubmitForm submitLabel={givenUntil === null ? 'Give Premium' : 'Change the last day'} onSubmit={give}>
          {(errorId) => (
            <Field
              key={givenUntil}
              label="Last day (UTC)"
              name="until"
              type="date"
              required
              errorId={errorId}
              min={dayLabel(today)}
              max={dayLabel(today + MAX_GIVEN_DAYS)}
              defaultValue={givenUntil === null ? '' : lastGivenDay(givenUntil)}
            />
          )}
        </SubmitForm>
      ) : (
        <p className="muted">{refusal}</p>
      )}
      {givenUntil !== null && <ActionButton onAct={end}>End given Premium</ActionButton>}
    </section>
  );
}
