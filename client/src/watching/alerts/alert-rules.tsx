import { useState } from 'react';
import type { AlertRule } from '#domain/analytics/watching/alerts/contract';
import { api } from '../../api/api';
import { useResource } from '../../api/use-resource';
import { useEntitlement } from '../../site/session';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/form/button';
import { Row, RowList } from '../../ui/row-list';
import { useLoadedViews } from '../saved-views';
import { useWatching } from '../watching';
import { AlertRuleForm } from './alert-rule-form';
import stack from '../../ui/stack.module.css';
import text from '../../ui/text.module.css';

/** The user's alert rules, and a form for a new one; for users with Premium. Those who had it can still delete their rules. */
export function AlertRules() {
  const isEntitled = useEntitlement('alerts');
  const { data, error, reload } = useResource('alert rules', (signal) => api('GET /users/me/alert-rules', { signal }));
  const watchlists = useWatching().data?.watchlists ?? [];
  const searches = useLoadedViews() ?? [];
  const hasTarget = watchlists.length > 0 || searches.length > 0;
  return (
    <section className={stack.tight} aria-labelledby="alert-rules">
      <h2 id="alert-rules">Alerts</h2>
      {error && <LoadError onRetry={() => void reload()} />}
      {!data && !error && <SkeletonBar height={48} />}
      {data && <p className={text.muted}>{ruleHint(isEntitled, hasTarget)}</p>}
      {data && <RuleList rules={data.rules} onRemoved={reload} />}
      {data && isEntitled && hasTarget && <AlertRuleForm watchlists={watchlists} searches={searches} onCreated={reload} />}
    </section>
  );
}

function ruleHint(isEntitled: boolean, hasTarget: boolean): string {
  if (!isEntitled) return 'Premium tells you when what you watch rises, falls, or stands still.';
  return hasTarget
    ? 'Rules are checked after each update of the scores. Alerts appear at the bell.'
    : 'Watch something or save a search first; then you can be told when it changes.';
}

interface RuleListProps {
  readonly rules: readonly AlertRule[];
  readonly onRemoved: () => Promise<void>;
}

function RuleList({ rules, onRemoved }: RuleListProps) {
  const [removing, setRemoving] = useState<AlertRule | null>(null);
  const remove = async ({ _id: id }: AlertRule) => {
    await api('DELETE /users/me/alert-rules/:id', { params: { id } });
    await onRemoved();
    setRemoving(null);
  };
  return (
    <>
      <RowList>
        {rules.map((rule) => (
          <Row key={rule._id} data-testid="alert-rule">
            <div>
              <p>{rule.sentence}</p>
              <p className={text.small}>
                <bdi>{rule.target_name}</bdi>
              </p>
            </div>
            <Button kind="quiet" aria-label={`Delete the rule: ${rule.sentence}`} onClick={() => setRemoving(rule)}>
              Delete
            </Button>
          </Row>
        ))}
      </RowList>
      {removing && (
        <ConfirmDialog
          title="Delete this rule?"
          actionLabel="Delete"
          danger
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{removing.sentence}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
