import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Alerts } from '#domain/analytics/watching/alerts/contract';
import { api } from '../../api/api';
import { session } from '../../site/session';
import { NewestRequest } from '../newest-request';

interface AlertsState {
  /** Null until they are loaded. */
  data: Alerts | null;
  userId: string | null;
  hasFailed: boolean;
}

/** The user's last alerts; changed only by the functions of this file. */
export const alertsState = proxy<AlertsState>({ data: null, userId: null, hasFailed: false });

const requests = new NewestRequest();

/** Loads the alerts again. */
export async function loadAlerts(): Promise<void> {
  const isNewest = requests.begin();
  const userId = session.user?.id ?? null;
  alertsState.hasFailed = false;
  try {
    const data = await api('GET /users/me/alerts');
    if (isNewest() && userId === (session.user?.id ?? null)) Object.assign(alertsState, { data: ref(data), userId });
  } catch {
    if (isNewest()) alertsState.hasFailed = true;
  }
}

/** The signed-in user's alerts, loaded once per user; null until they are loaded. */
export function useAlerts(): { readonly data: Alerts | null; readonly hasFailed: boolean } {
  const { data, userId, hasFailed } = useSnapshot(alertsState);
  const currentId = useSnapshot(session).user?.id ?? null;
  useEffect(() => {
    if (currentId !== null && alertsState.userId !== currentId) void loadAlerts();
  }, [currentId]);
  return { data: userId === currentId ? data : null, hasFailed };
}

/** Loads the alerts and marks them as read. Those that were unread stay marked as new until they are loaded the next time. */
export async function openAlerts(): Promise<void> {
  await loadAlerts();
  const { data } = alertsState;
  const unread = (data?.alerts ?? []).filter(({ is_read }) => !is_read);
  if (!data || unread.length === 0) return;
  try {
    await api('POST /users/me/alerts/read', { body: { alert_ids: unread.map(({ _id }) => _id) } });
  } catch {
    // They stay unread, and are marked when they are opened again.
    return;
  }
  if (alertsState.data === data) alertsState.data = ref({ ...data, unread_count: 0 });
}
