/** How an import stands. `interrupted` before anything was applied; `half_applied` after some of it was. */
export const importStates = ['reading', 'applying', 'done', 'refused', 'interrupted', 'half_applied'] as const;

export type ImportState = (typeof importStates)[number];

/** Returns how an import stands. `isHeld`: its process still holds the catalog's write lock, so that it was not killed. */
export function importStateOf(phase: string, isHeld: boolean): ImportState {
  if (phase === 'staging') return isHeld ? 'reading' : 'interrupted';
  if (phase === 'applying') return isHeld ? 'applying' : 'half_applied';
  return phase === 'refused' ? 'refused' : 'done';
}
