import type { PersonDetail } from '#domain/people/contract';
import { refusalOf } from '#domain/people/rules';
import { api } from '../api/api';
import { browserName } from '../site/browser-name';
import { useUser } from '../site/session';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { formatDateTime } from '../ui/format';
import { Row, RowList } from '../ui/row-list';

interface PersonSessionsProps {
  readonly person: PersonDetail;
  readonly onChange: (person: PersonDetail) => void;
}

/** A person's active sessions, each with a button that ends it. */
export function PersonSessions({ person, onChange }: PersonSessionsProps) {
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
      return sessionId === null ? 'Signed out everywhere.' : 'Session ended.';
    });
  return (
    <section aria-labelledby="person-sessions" className="stack gap-3">
      <h3 id="person-sessions">Active sessions</h3>
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
