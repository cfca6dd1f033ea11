import { browserNavigation } from './browser-navigation';

const RELOADED_KEY = 'reloaded-for-chunk';

/**
 * Loads a chunk; the build wraps every dynamic import in this function. If a chunk cannot be loaded, the page is reloaded once, because a
 * release deletes the chunks of the one before. Fails offline, and if the same chunk of the same page fails again.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Most browsers name the chunk in the message.
    const failure = `${location.pathname} ${String(error)}`;
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY) === failure) throw error;
    sessionStorage.setItem(RELOADED_KEY, failure);
    browserNavigation.reload();
    return new Promise<never>(() => {});
  }
}
