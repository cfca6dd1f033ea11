import { useState } from 'react';
import type { Person, PersonDetail } from '#domain/people/contract';
import { refusalOf } from '#domain/people/person-changes';
import { dayLabel, dayOf } from '#domain/days';
import { lastGivenDay, MAX_GIVEN_DAYS } from '#domain/people/given-premium';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { useUser } from '../site/session';
import { Fact, FactList } from '../ui/fact';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { SidePanel } from '../ui/feedback/side-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { formatDate, formatDateTime } from '../ui/format';
import { PersonHistory } from './audit-table';
import { browserName } from '../site/browser-name';
import { FormError } from '../ui/form/form-message';
import { type FormFields, useSubmission } from '../ui/form/use-submission';
import { Row, RowList } from '../ui/row-list';
import { ActionButton, SubmitForm } from '../ui/form/submit-form';

/** Moves the focus to a heading: the button that had it goes away. */
const focusOn = (headingId: string): void => document.getElementById(headingId)?.focus();

interface PersonSessionsProps {
  readonly person: PersonDetail;
  readonly onChange: (person: PersonDetail) => void;
}

/** A person's active sessions, each with a button that ends it. */
function PersonSessions({ person, onChange }: PersonSessionsProps) {
  const { id, sessions } = person;
  const { busy, error, run } = useSubmission();
  const refusal = refusalOf('end sessions', person, useUser()?.id ?? '');
  const end = (sessionId: string | null) =>
    run(async () => {
      onChange(
        sessionId === null
          ? await api('DELETE /admin/people/:id/sessions', { params: { id } })
          : await api('DELETE /admin/people/:id/sessions/:session_id', { params: { id, session_id: sessionId } }),
      );
      focusOn('person-sessions');
      return sessionId === null ? 'Signed out everywhere.' : 'Session ended.';
    });
  return (
    <section aria-labelledby="person-sessions" className="stack gap-3">
      <h3 id="person-sessions" tabIndex={-1}>
        Active sessions
      </h3>
      <FormError error={error} />
      {refusal !== null && <p className="muted">{refusal}</p>}
      {sessions.length === 0 && <p className="muted">No active sessions.</p>}
      <RowList>
        {sessions.map((session) => (
          <Row key={session.id} data-testid="person-session">
            <div>
              <strong>{browserName(session.user_agent)}</strong>
              <p className="caption">
                Signed in {formatDateTime(session.created_at)} · last active {formatDateTime(session.seen_at)}
              </p>
            </div>
            {refusal === null && (
              <Button
                disabled={busy}
                onClick={() => void end(session.id)}
                aria-label={`End ${browserName(session.user_agent)}, signed in ${formatDateTime(session.created_at)}`}
              >
                End
              </Button>
            )}
          </Row>
        ))}
      </RowList>
      {refusal === null && sessions.length > 1 && (
        <p>
          <Button disabled={busy} onClick={() => void end(null)}>
            End all sessions
          </Button>
        </p>
      )}
    </section>
  );
}

interface PersonPanelProps {
  readonly id: string;
  /** Receives the person after a change. */
  readonly onChange: (person: PersonDetail) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** A person beside the table: plan, sessions, what can be done, and what was done. */
export function PersonPanel({ id, onChange, onDelete, onClose }: PersonPanelProps) {
  const { data, error, reload, setData } = useEndpoint('GET /admin/people/:id', { params: { id } });
  const history = useEndpoint('GET /admin/audit', { query: { person: id } });
  const change = (person: PersonDetail) => {
    setData(person);
    void history.reload();
    onChange(person);
  };
  return (
    <SidePanel id={id} title={data?.email ?? 'Person'} onClose={onClose}>
      {error && <ErrorPanel title="We couldn't load this person." error={error} onRetry={reload} />}
      {data && (
        <>
          <FactList>
            <Fact name="Plan">{planText(data)}</Fact>
            <Fact name="Name">{data.name ?? '–'}</Fact>
            <Fact name="Signed up">{formatDate(data.created_at)}</Fact>
            <Fact name="Address">{data.is_confirmed ? 'Confirmed' : 'Not confirmed'}</Fact>
          </FactList>
          <PersonPremium person={data} onChange={change} />
          <PersonSessions person={data} onChange={change} />
          <section aria-labelledby="person-history" className="stack gap-3" aria-busy={history.busy}>
            <h3 id="person-history">History</h3>
            {history.error && <ErrorPanel title="We couldn't load the history." error={history.error} onRetry={history.reload} />}
            {history.data && history.data.entries.length > 0 && <PersonHistory entries={history.data.entries} />}
            {history.data && history.data.entries.length === 0 && <p className="muted">Nothing was done to this account.</p>}
          </section>
          <PersonDeletion person={data} onDelete={onDelete} />
        </>
      )}
      {!data && !error && <SkeletonBar height={160} />}
    </SidePanel>
  );
}

function PersonDeletion({ person, onDelete }: Pick<PersonSessionsProps, 'person'> & Pick<PersonPanelProps, 'onDelete'>) {
  const { id, email } = person;
  const refusal = refusalOf('delete', person, useUser()?.id ?? '');
  const remove = async ({ email: typed = '' }: FormFields) => {
    await api('POST /admin/people/:id/deletion', { params: { id }, body: { email: typed } });
    onDelete();
    return 'The account has been deleted.';
  };
  return (
    <section aria-labelledby="person-deletion" className="stack gap-3">
      <h3 id="person-deletion">Delete</h3>
      {refusal === null ? (
        <p>
          <ConfirmButton button={{ kind: 'danger' }} title={`Delete ${email}?`} actionLabel="Delete account" danger onConfirm={remove}>
            <p>This permanently deletes the account, its linked accounts, watchlists, and sessions. You can't undo this.</p>
            <Field label="Type the address to confirm" name="email" required autoComplete="off" spellCheck={false} />
          </ConfirmButton>
        </p>
      ) : (
        <p className="muted">{refusal}</p>
      )}
    </section>
  );
}

interface PersonPremiumProps {
  readonly person: PersonDetail;
  readonly onChange: (person: PersonDetail) => void;
}

/** Gives Premium through a day, and ends what was given. */
function PersonPremium({ person, onChange }: PersonPremiumProps) {
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
    focusOn('person-premium');
    return 'Given Premium ended.';
  };
  return (
    <section aria-labelledby="person-premium" className="stack gap-3">
      <h3 id="person-premium" tabIndex={-1}>
        Premium
      </h3>
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

/** Why a person has Premium, in a few words. */
export function planText({ is_admin, is_paid, paid_until, given_until }: Person): string {
  const reasons = [
    ...(is_admin ? ['Administrator'] : []),
    ...(is_paid ? [paid_until === null ? 'Premium, paid' : `Premium, paid until ${formatDate(paid_until)}`] : []),
    ...(given_until === null ? [] : [`Premium, given through ${formatDate(lastGivenDay(given_until))}`]),
  ];
  return reasons.length === 0 ? 'Free' : reasons.join('; ');
}
