import { useState } from 'react';
import type { OpenSession } from '#domain/auth/contract';
import { api } from '../api/api';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Row, RowList } from '../ui/row-list';
import { Button } from '../ui/form/button';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { useResource } from '../api/resource';
import { formatDate } from '../ui/format';
import { notify } from '../site/toast';
import { browserName } from '../site/browser-name';
import { OwnerDialog } from './owner-dialog';

/** The user's active sessions, each with a button that ends it, after an owner check. */
export function OpenSessions() {
  const { data, error: loadError, reload } = useResource('/users/me/sessions', (signal) => api('GET /users/me/sessions', { signal }));
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null);
  const endSessions = async () => {
    if (ending === null) return;
    await (ending === 'others' ? api('DELETE /users/me/sessions') : api('DELETE /users/me/sessions/:id', { params: { id: ending.id } }));
    notify(ending === 'others' ? 'Signed out everywhere else.' : 'Session ended.', 'success');
    setEnding(null);
    await reload();
  };
  return (
    <Card aria-labelledby="open-sessions">
      <h2 id="open-sessions">Active sessions</h2>
      {loadError && <LoadError onRetry={() => void reload()} />}
      {!data && !loadError && <SkeletonBar />}
      <RowList>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </RowList>
      {data && data.some(({ current }) => !current) && (
        <p>
          <Button onClick={() => setEnding('others')}>Sign out everywhere else</Button>
        </p>
      )}
      {ending !== null && (
        <OwnerDialog
          title={ending === 'others' ? 'Sign out everywhere else?' : 'End this session?'}
          actionLabel="Sign out"
          onConfirm={endSessions}
          onClose={() => setEnding(null)}
        >
          <p>{ending === 'others' ? 'All your other browsers must sign in again.' : `${nameOf(ending)} must sign in again.`}</p>
        </OwnerDialog>
      )}
    </Card>
  );
}

interface SessionRowProps {
  readonly session: OpenSession;
  readonly onEnd: () => void;
}

const nameOf = ({ user_agent }: OpenSession) => browserName(user_agent);

function SessionRow({ session, onEnd }: SessionRowProps) {
  const name = nameOf(session);
  return (
    <Row>
      <div>
        <strong>{name}</strong> {session.current && <Badge>This device</Badge>}
        <p className="caption">
          Signed in {formatDate(session.created_at)} · last active {formatDate(session.seen_at)}
        </p>
      </div>
      {!session.current && (
        <Button onClick={onEnd} aria-label={`Sign out ${name}, signed in ${formatDate(session.created_at)}`}>
          Sign out
        </Button>
      )}
    </Row>
  );
}
