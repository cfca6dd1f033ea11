import { useEndpoint } from '../../api/resource';
import { useEntitlement } from '../../site/session';
import { Loaded } from '../../ui/feedback/load-error';
import { savedSearches } from '../saved-searches';
import { watching } from '../watching';
import { AlertRuleForm } from './alert-rule-form';
import { RuleList } from './rule-list';

/** The user's alert rules, and a form for a new one; for users with Premium. Those who had it can still delete their rules. */
export function AlertRulesSection() {
  const isEntitled = useEntitlement('alerts');
  const rules = useEndpoint('GET /users/me/alert-rules');
  const targets = {
    item: null,
    watchlists: watching.useLoaded().data?.watchlists ?? [],
    searches: savedSearches.useLoaded(false).data ?? [],
  };
  const hasTarget = targets.watchlists.length > 0 || targets.searches.length > 0;
  return (
    <section className="stack gap-3" aria-labelledby="alert-rules">
      <h2 id="alert-rules">Alerts</h2>
      <Loaded resource={rules} height={48}>
        {({ rules: list }) => (
          <>
            <p className="muted">{ruleHint(isEntitled, hasTarget)}</p>
            <RuleList rules={list} targets={targets} onChanged={rules.reload} />
            {isEntitled && hasTarget && <AlertRuleForm targets={targets} rule={null} onSaved={rules.reload} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ruleHint(isEntitled: boolean, hasTarget: boolean): string {
  if (!isEntitled) return 'Premium tells you when what you watch rises, falls, or stands still.';
  return hasTarget
    ? 'Rules are checked after each update of the scores, and tell you at the bell what changes from then on.'
    : 'Watch something or save a search first; then you can be told when it changes.';
}
