import type { FreeSearches } from '#domain/subscriptions/free-searches/free-searches';

/** The suite of the port; `open` returns it with two users. */
export function describeFreeSearches(
  open: () => Promise<{ readonly port: FreeSearches; readonly users: readonly [string, string] }>,
): void {
  it('counts a search once per user and day', async () => {
    const { port, users } = await open();
    const [one, other] = users;
    expect(await port.findCount(one, 7)).toBe(0);
    expect([await port.count(one, 7, 'a', 5), await port.count(one, 7, 'a', 5), await port.count(one, 7, 'b', 5)]).toEqual([1, 1, 2]);
    expect([await port.count(other, 7, 'a', 5), await port.count(one, 8, 'a', 5)]).toEqual([1, 1]);
    expect([await port.findCount(one, 7), await port.findCount(other, 7), await port.findCount(one, 8)]).toEqual([2, 1, 1]);
  });

  it('counts none beyond the limit, and returns those of the day again', async () => {
    const { port, users } = await open();
    const [user] = users;
    expect([await port.count(user, 7, 'a', 1), await port.count(user, 7, 'b', 1), await port.count(user, 7, 'a', 1)]).toEqual([1, null, 1]);
    expect(await port.findCount(user, 7)).toBe(1);
    // A lower limit, after a change of the setting.
    expect([await port.count(user, 7, 'b', 2), await port.count(user, 7, 'b', 1), await port.count(user, 7, 'c', 1)]).toEqual([2, 2, null]);
  });

  it('never exceeds the limit with concurrent searches', async () => {
    const { port, users } = await open();
    const [user] = users;
    const counted = await Promise.all(Array.from({ length: 12 }, (_, index) => port.count(user, 9, `search ${index}`, 3)));
    expect(counted.filter((count) => count !== null).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(await port.findCount(user, 9)).toBe(3);
  });
}
