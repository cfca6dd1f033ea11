import { ref } from 'valtio';
import type { Alert } from '#domain/watching/alerts/contract';
import { MINUTE_MS } from '#domain/durations';
import { api } from '../../api/api';
import { createUserData } from '../../site/user-data';

/** Alerts that were loaded longer ago are loaded again when the user comes back or opens another page. */
const REFRESH_AFTER_MS = MINUTE_MS;

let requestedAt = 0;
const userData = createUserData(() => {
  requestedAt = Date.now();
  return api('GET /users/me/alerts');
});

/** The user's last alerts; changed only by the functions of this file. */
export const alertsState = userData.state;

/** Loads the alerts again. */
export const loadAlerts = userData.reload;

/** Loads the alerts again if they may be old, at most once a minute; nothing while the page is hidden. */
export function refreshAlerts(): void {
  if (!document.hidden && alertsState.data !== null && Date.now() - requestedAt >= REFRESH_AFTER_MS) void loadAlerts();
}

/** The signed-in user's alerts, loaded once per user. */
export const useAlerts = userData.useLoadedOnce;

const markAsRead = (alerts: readonly Alert[]): Promise<unknown> =>
  api('POST /users/me/alerts/read', { body: { alert_ids: alerts.map(({ _id }) => _id) } });

/** Loads the alerts and marks them as read. Those that were unread stay marked as new until they are loaded the next time. */
export async function openAlerts(): Promise<void> {
  await loadAlerts();
  const { data } = alertsState;
  const unread = (data?.alerts ?? []).filter(({ is_read }) => !is_read);
  if (!data || unread.length === 0) return;
  try {
    await markAsRead(unread);
  } catch {
    // They stay unread, and are marked when they are opened again.
    return;
  }
  if (alertsState.data === data) alertsState.data = ref({ ...data, unread_count: 0 });
}

/** Marks alerts as read, and loads the alerts again. */
export const readAlerts = (alerts: readonly Alert[]): Promise<boolean> => userData.change(() => markAsRead(alerts));
