import type { WatchedItemKey } from '#domain/watching/contract';
import { useEndpoint } from '../../api/resource';
import { Loaded } from '../../ui/feedback/load-error';
import { Button, ButtonRow } from '../../ui/form/button';
import { AlertRuleForm } from './alert-rule-form';
import { RuleList } from './rule-list';

interface ItemAlertsProps {
  readonly item: WatchedItemKey;
  /** Is the form for a new rule open? */
  readonly isAdding: boolean;
  readonly onToggle: (isAdding: boolean) => void;
}

/** The alert rules about one watched item, and a form for a new one; for users with Premium. */
export function ItemAlerts({ item, isAdding, onToggle }: ItemAlertsProps) {
  const rules = useEndpoint('GET /users/me/alert-rules');
  const targets = { item, watchlists: [], searches: [] };
  const showAdded = async () => {
    await rules.reload();
    onToggle(false);
  };
  return (
    <Loaded resource={rules} height={48}>
      {({ rules: list }) => (
        <section className="stack gap-3" aria-label="Alerts">
          <RuleList rules={list.filter((rule) => rule.watched_item_id === item._id)} targets={targets} onChanged={rules.reload} />
          <ButtonRow>
            <Button aria-expanded={isAdding} onClick={() => onToggle(!isAdding)}>
              Add an alert
            </Button>
          </ButtonRow>
          {isAdding && <AlertRuleForm targets={targets} rule={null} onSaved={showAdded} />}
        </section>
      )}
    </Loaded>
  );
}
