import { api } from '../../api/api';
import { useResource } from '../../api/resource';
import { Card } from '../../ui/card';
import { ConfirmButton } from '../../ui/feedback/confirm-dialog';
import { Loaded } from '../../ui/feedback/load-error';
import { formatDate } from '../../ui/format';
import { Row, RowList } from '../../ui/row-list';

/** The assistants that the user connected without an API key. */
export function ConnectedAssistants() {
  const assistants = useResource('/users/me/assistants', (signal) => api('GET /users/me/assistants', { signal }));
  const disconnect = async (id: string) => {
    await api('DELETE /users/me/assistants/:id', { params: { id } });
    await assistants.reload();
    return 'Assistant disconnected.';
  };
  return (
    <Card id="assistants" title="Connected assistants">
      <Loaded resource={assistants}>
        {(list) =>
          list.length === 0 ? (
            <p>
              None. Give an assistant the address <code className="anywhere">{location.origin}/mcp</code> to connect it.
            </p>
          ) : (
            <RowList>
              {list.map(({ id, name, host, created_at, used_at }) => (
                <Row key={id}>
                  <div>
                    <strong dir="auto">{name}</strong>
                    <p className="caption">
                      {host} · Connected {formatDate(created_at)} · {used_at === null ? 'not used yet' : `last used ${formatDate(used_at)}`}
                    </p>
                  </div>
                  <ConfirmButton
                    button={{ 'aria-label': `Disconnect ${name}` }}
                    title={`Disconnect ${name}?`}
                    actionLabel="Disconnect"
                    danger
                    onConfirm={() => disconnect(id)}
                  >
                    <p>It can't read anything any more until you connect it again.</p>
                  </ConfirmButton>
                </Row>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Card>
  );
}
