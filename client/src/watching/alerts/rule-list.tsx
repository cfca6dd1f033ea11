import { useState } from 'react';
import type { AlertRule } from '#domain/watching/alerts/contract';
import { inOwnFormats } from '#domain/site/own-formats';
import { api } from '../../api/api';
import { useEntitlement } from '../../site/session';
import { ConfirmButton } from '../../ui/feedback/confirm-dialog';
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
  const remove = async ({ _id: id }: AlertRule) => {
    await api('DELETE /users/me/alert-rules/:id', { params: { id } });
    await onChanged();
  };
  return (
    <RowList>
      {rules
        .map((stored) => ({ ...stored, sentence: inOwnFormats(stored.sentence) }))
        .map((rule) => (
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
              {isEntitled && <EditButton rule={rule} targets={targetsOf(rule, targets)} onChanged={onChanged} />}
              <ConfirmButton
                button={{ kind: 'quiet', 'aria-label': `Delete the rule: ${rule.sentence}` }}
                title="Delete this rule?"
                actionLabel="Delete"
                danger
                onConfirm={() => remove(rule)}
              >
                <p>{rule.sentence}</p>
              </ConfirmButton>
            </ButtonRow>
          </Row>
        ))}
    </RowList>
  );
}

interface EditButtonProps extends Omit<RuleListProps, 'rules'> {
  readonly rule: AlertRule;
}

function EditButton({ rule, targets, onChanged }: EditButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button kind="quiet" aria-label={`Edit the rule: ${rule.sentence}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      {isOpen && (
        <Dialog title="Edit this rule" onClose={close}>
          <div className="stack gap-4">
            <p className="muted">A changed rule starts over: it tells you what changes from now on.</p>
            <AlertRuleForm targets={targets} rule={rule} onSaved={() => onChanged().then(close)} />
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
