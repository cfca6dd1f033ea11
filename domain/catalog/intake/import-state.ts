/** How a file came in. */
export const importWays = ['command', 'http', 'folder', 'browser'] as const;
export type ImportWay = (typeof importWays)[number];

/** What is stored of how an import stands. `held`: the file was received, and an administrator has not decided yet. */
export type StoredImportState = 'held' | 'waiting' | 'running' | 'done' | 'refused' | 'canceled' | 'taking_back' | 'taken_back';

/** The states of an import that has not ended, and that no one decides about any more. */
export const unfinishedStates = ['waiting', 'running'] as const satisfies readonly StoredImportState[];

/** Whether an import needs its received file no more. */
export const hasEnded = (state: StoredImportState): boolean => !['held', 'waiting', 'running'].includes(state);

/** Why the received file of an import is not here. */
export function whyFileIsGone(state: StoredImportState): string {
  if (!hasEnded(state)) return 'Its file is not on this server: another one received it, or it was removed by hand.';
  const end = state === 'canceled' || state === 'refused' ? state : 'imported';
  return `It was ${end}, so its file is no longer here.`;
}

/** What a running import does; `growth` recomputes what depends on the changed rows. */
export type ImportPhase = 'reading' | 'applying' | 'growth';

/** How an import stands. `interrupted` before anything was applied; `half_applied` after some of it was, and `given_up` if that process ended too often. */
export const importStates = [
  'held',
  'waiting',
  'reading',
  'applying',
  'growth',
  'done',
  'refused',
  'canceled',
  'taking_back',
  'taken_back',
  'interrupted',
  'half_applied',
  'given_up',
] as const;

type ImportState = (typeof importStates)[number];

/** Returns how an import stands. `isAlive`: it was not killed, because its process holds the catalog's write lock, or only checks the file. */
export function importStateOf(state: StoredImportState, phase: ImportPhase | null, isAlive: boolean): ImportState {
  const hasBegunToApply = phase === 'applying' || phase === 'growth';
  if (state === 'refused' && hasBegunToApply) return 'given_up';
  if (state !== 'running') return state;
  if (isAlive) return phase ?? 'reading';
  return hasBegunToApply ? 'half_applied' : 'interrupted';
}
