import { useState } from 'react';
import type { AlertRule } from '#domain/watching/alerts/contract';
import { api } from '../../api/api';
import { useEntitlement } from '../../site/session';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog';
import { Dialog } from '../../ui/feedback/dialog';
import { Button, ButtonRow } from '../../ui/form/button';
import { Row, RowList } from '../../ui/row-list';
import { AlertRuleForm, type RuleTargets } from './alert-rule-form';

interface RuleListProps {
  readonly rules: readonly AlertRule[];
  /** What the rules can be about; for one item, its name is left out. */
  readonly targets: RuleTargets;
  readonly onChanged: () => Promise<void>;
}

/** Alert rules as sentences, which can be changed with Premium, and deleted. */
export function RuleList({ rules, targets, onChanged }: RuleListProps) {
  const isEntitled = useEntitlement('alerts');
  const [opened, setOpened] = useState<{ readonly rule: AlertRule; readonly action: 'edit' | 'delete' } | null>(null);
  const close = () => setOpened(null);
  const showChanged = async () => {
    await onChanged();
    close();
  };
  const remove = async ({ _id: id }: AlertRule) => {
    await api('DELETE /users/me/alert-rules/:id', { params: { id } });
    await showChanged();
  };
  return (
    <>
      <RowList>
        {rules.map((rule) => (
          <Row key={rule._id} data-testid="alert-rule">
            <div>
              <p>{rule.sentence}</p>
              {!targets.item && (
                <p className="small">
                  <bdi>{rule.target_name}</bdi>
                </p>
              )}
            </div>
            <ButtonRow>
              {isEntitled && (
                <Button kind="quiet" aria-label={`Edit the rule: ${rule.sentence}`} onClick={() => setOpened({ rule, action: 'edit' })}>
                  Edit
                </Button>
              )}
              <Button kind="quiet" aria-label={`Delete the rule: ${rule.sentence}`} onClick={() => setOpened({ rule, action: 'delete' })}>
                Delete
              </Button>
            </ButtonRow>
          </Row>
        ))}
      </RowList>
      {opened?.action === 'delete' && (
        <ConfirmDialog title="Delete this rule?" actionLabel="Delete" danger onConfirm={() => remove(opened.rule)} onClose={close}>
          <p>{opened.rule.sentence}</p>
        </ConfirmDialog>
      )}
      {opened?.action === 'edit' && (
        <Dialog title="Edit this rule" onClose={close}>
          <div className="stack gap-4">
            <p className="muted">A changed rule starts over: it tells you what changes from now on.</p>
            <AlertRuleForm targets={targetsOf(opened.rule, targets)} rule={opened.rule} onSaved={showChanged} />
            <ButtonRow>
              <Button kind="quiet" onClick={close}>
                Cancel
              </Button>
            </ButtonRow>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A rule about one item stays with it. */
const targetsOf = ({ watched_item_id: id }: AlertRule, targets: RuleTargets): RuleTargets =>
  id === null || targets.item ? targets : { item: { _id: id }, watchlists: [], searches: [] };
