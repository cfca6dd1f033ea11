import { proxy } from 'valtio';

/** How long a store lasts: as long as the app, or until the viewer changes. */
type Lifetime = 'app' | 'viewer';

const stores: { readonly lifetime: Lifetime; readonly reset: () => void }[] = [];

/** Makes a store: state that components read with `useSnapshot` and the functions beside it change. */
export function createStore<T extends object>(initialState: () => T, lifetime: Lifetime = 'app'): T {
  const store = proxy(initialState());
  onReset(() => Object.assign(store, initialState()), lifetime);
  return store;
}

/** Calls `reset` when the stores of a lifetime are reset. */
export const onReset = (reset: () => void, lifetime: Lifetime): void => void stores.push({ lifetime, reset });

/** Resets the stores of a viewer, or those of the app, which are all. */
export function resetStores(ended: Lifetime): void {
  for (const { lifetime, reset } of stores) if (ended === 'app' || ended === lifetime) reset();
}
