import { type ImportPhase, importStateOf, type StoredImportState } from '#domain/catalog/intake/import-state';

describe('an import', () => {
  it.each<[StoredImportState, ImportPhase | null, boolean, string]>([
    ['held', null, false, 'held'],
    ['waiting', null, true, 'waiting'],
    ['running', null, true, 'reading'],
    ['running', 'reading', true, 'reading'],
    ['running', 'reading', false, 'interrupted'],
    ['running', 'applying', true, 'applying'],
    ['running', 'applying', false, 'half_applied'],
    ['running', 'growth', true, 'growth'],
    ['running', 'growth', false, 'half_applied'],
    ['done', null, true, 'done'],
    ['refused', null, false, 'refused'],
    ['refused', 'reading', false, 'refused'],
    ['refused', 'applying', false, 'given_up'],
    ['canceled', null, false, 'canceled'],
  ])('stored as %s in phase %s, whose process holds the lock: %s, is %s', (stored, phase, isHeld, state) => {
    expect(importStateOf(stored, phase, isHeld)).toBe(state);
  });
});
