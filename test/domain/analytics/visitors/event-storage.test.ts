import { isStorageFull, storedBytesOf } from '#domain/analytics/visitors/visitor-events';

describe('the storage of a day', () => {
  it.each([
    [{ events: 0, bytes: 0 }, false],
    [{ events: 99, bytes: 25_599 }, false],
    [{ events: 100, bytes: 0 }, true],
    [{ events: 20, bytes: 25_600 }, true],
  ])('of 100 events with %j is full: %s', (stored, isFull) => {
    expect(isStorageFull(stored, 100)).toBe(isFull);
  });

  it('counts the texts of an event', () => {
    const event = { name: 'search', visitor: 'v', user_id: null, path: null, referrer: null, metadata: null };
    expect(storedBytesOf(event)).toBe(70);
    expect(storedBytesOf({ ...event, path: '/pins', referrer: 'a.test', metadata: { x: 'y'.repeat(1_000) } })).toBe(1_089);
  });
});
