import { proxy } from 'valtio';

interface PlanState {
  /** How often a part of the page changed the plan. */
  version: number;
  /** Whether there ever was one; null while that is not known. */
  exists: boolean | null;
}

/** What the parts of a page tell each other about the plan. */
export const planState = proxy<PlanState>({ version: 0, exists: null });

export const markPlanChanged = (): void => void (planState.version += 1);
