import { createStore } from '../api/store';

interface PlanState {
  /** Increases with every change of the plan on this page. */
  version: number;
  /** True if the user has or had a plan; null before it has loaded. */
  exists: boolean | null;
}

/** Shared by the parts of the dashboard that show or change the plan. */
export const planState = createStore<PlanState>(() => ({ version: 0, exists: null }));

export const markPlanChanged = (): void => void (planState.version += 1);
