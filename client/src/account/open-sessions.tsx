import type { OpenSession } from '#domain/auth/contract';
import { api } from '../api/api';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Row, RowList } from '../ui/row-list';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { useResource } from '../api/use-resource';
import { useSubmission } from '../ui/form/use-submission';
import { formatDate } from '../ui/format';
import { browserName } from '../site/browser-name';
import text from '../ui/text.module.css';

/** The user's active sessions, each with a button that ends it. */
export function OpenSessions() {
  const { data, error: loadError, reload } = useResource('/users/me/sessions', (signal) => api('GET /users/me/sessions', { signal }));
  const { busy, error, run } = useSubmission();
  const endSessions = (work: () => Promise<unknown>, doneMessage: string) =>
    run(async () => {
      await work();
      await reload();
      return doneMessage;
    });
  return (
    <Card aria-labelledby="open-sessions">
      <h2 id="open-sessions">Active sessions</h2>
      <FormError error={error} />
      {loadError && <LoadError onRetry={() => void reload()} />}
      {!data && !loadError && <SkeletonBar />}
      <RowList>
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() => void endSessions(() => api('DELETE /users/me/sessions/:id', { params: { id: session.id } }), 'Session ended.')}
          />
        ))}
      </RowList>
      {data && data.some(({ current }) => !current) && (
        <p>
          <Button disabled={busy} onClick={() => void endSessions(() => api('DELETE /users/me/sessions'), 'Signed out everywhere else.')}>
            Sign out everywhere else
          </Button>
        </p>
      )}
    </Card>
  );
}

interface SessionRowProps {
  readonly session: OpenSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const name = browserName(session.user_agent);
  return (
    <Row>
      <div>
        <strong>{name}</strong> {session.current && <Badge>This device</Badge>}
        <p className={text.caption}>
          Signed in {formatDate(session.created_at)} · last active {formatDate(session.seen_at)}
        </p>
      </div>
      {!session.current && (
        <Button disabled={busy} onClick={onEnd} aria-label={`Sign out ${name}, signed in ${formatDate(session.created_at)}`}>
          Sign out
        </Button>
      )}
    </Row>
  );
}
