import { proxy } from 'valtio';

/** Counts what was done to the plan from elsewhere on the page. */
export const plan = proxy({ version: 0 });

export const planChanged = (): void => void (plan.version += 1);
