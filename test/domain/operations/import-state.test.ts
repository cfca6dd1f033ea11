import { importStateOf } from '#domain/operations/import-state';

describe('an import', () => {
  it.each([
    ['staging', true, 'reading'],
    ['staging', false, 'interrupted'],
    ['applying', true, 'applying'],
    ['applying', false, 'half_applied'],
    ['done', false, 'done'],
    ['done', true, 'done'],
    ['refused', false, 'refused'],
  ])('in phase %s, whose process holds the lock: %s, is %s', (phase, isHeld, state) => {
    expect(importStateOf(phase, isHeld)).toBe(state);
  });
});
