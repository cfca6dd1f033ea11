import type { StoredAlert } from '#domain/watching/alerts/alerts';
import { alertPath, alertSentence } from '#domain/watching/alerts/sentences';
import type { Email, EmailTableRow } from '#domain/mail/email';
import type { EmailContext } from '#domain/mail/emails';
import { optionalEmailLinks } from '#domain/mail/optional-emails';
import { formatCount } from '#domain/numbers';

/** The daily email of alerts has at most this many rows. */
const MAX_EMAILED_ALERTS = 20;

const toRow = (alert: StoredAlert, { origin, locale }: AlertEmailContext): EmailTableRow => ({
  title: alert.title,
  url: `${origin}${alertPath(alert) ?? '/watchlists'}`,
  image: null,
  value: alertSentence(alert, locale),
  change: '',
});

/** The parts of an email of alerts that do not come from the alerts. */
interface AlertEmailContext extends EmailContext {
  /** The token in the links that end these emails. */
  readonly token: string;
}

/** The email with a user's alerts since the last one, newest first; null without any. */
export function alertEmail(context: AlertEmailContext, alerts: readonly StoredAlert[]): Email | null {
  const { origin, to, user_id, locale, token } = context;
  if (alerts.length === 0) return null;
  const hiddenCount = alerts.length - MAX_EMAILED_ALERTS;
  return {
    kind: 'alerts',
    to,
    user_id,
    subject: `Your alerts: ${formatCount(alerts.length, 'new one', 'new ones', locale)}`,
    paragraphs: ['New since our last email:'],
    rows: alerts.slice(0, MAX_EMAILED_ALERTS).map((alert) => toRow(alert, context)),
    action: { label: 'Open my watchlists', url: `${origin}/watchlists` },
    ...(hiddenCount > 0 && { after: [`${hiddenCount} more in Corklight.`] }),
    unsubscribe: { ...optionalEmailLinks(origin, token), reason: 'you switched on the daily email of alerts' },
  };
}
