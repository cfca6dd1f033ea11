import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { browserName } from '../site/browser-name';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Loaded } from '../ui/feedback/load-error';
import { formatDate } from '../ui/format';
import { Row, RowList } from '../ui/row-list';
import { OwnerButton } from './owner-dialog';

/** The user's active sessions, each with a button that ends it, after an owner check. */
export function OpenSessions() {
  const sessions = useEndpoint('GET /users/me/sessions');
  const endOthers = async () => {
    await api('DELETE /users/me/sessions');
    await sessions.reload();
    return 'Signed out everywhere else.';
  };
  const end = async (id: string) => {
    await api('DELETE /users/me/sessions/:id', { params: { id } });
    await sessions.reload();
    return 'Session ended.';
  };
  return (
    <Card id="open-sessions" title="Active sessions">
      <Loaded resource={sessions}>
        {(list) => (
          <>
            <RowList>
              {list.map(({ id, user_agent, current, created_at, seen_at }) => (
                <Row key={id}>
                  <div>
                    <strong>{browserName(user_agent)}</strong> {current && <Badge>This device</Badge>}
                    <p className="caption">
                      Signed in {formatDate(created_at)} · last active {formatDate(seen_at)}
                    </p>
                  </div>
                  {!current && (
                    <OwnerButton
                      button={{ 'aria-label': `Sign out ${browserName(user_agent)}, signed in ${formatDate(created_at)}` }}
                      title="End this session?"
                      actionLabel="Sign out"
                      onConfirm={() => end(id)}
                    >
                      <p>{browserName(user_agent)} must sign in again.</p>
                    </OwnerButton>
                  )}
                </Row>
              ))}
            </RowList>
            {list.some(({ current }) => !current) && (
              <p>
                <OwnerButton
                  label="Sign out everywhere else"
                  title="Sign out everywhere else?"
                  actionLabel="Sign out"
                  onConfirm={endOthers}
                >
                  <p>All your other browsers must sign in again.</p>
                </OwnerButton>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
