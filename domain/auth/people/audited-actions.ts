/** What administrators do to accounts; each is written to the audit. */
export const auditedActions = ['sessions_ended', 'premium_given', 'premium_ended', 'account_deleted', 'second_factor_reset'] as const;

export type AuditedAction = (typeof auditedActions)[number];
