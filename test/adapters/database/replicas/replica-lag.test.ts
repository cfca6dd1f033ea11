import { ReplicaLag } from '#server/database/replicas/read-replica';

/** Calls in order: the primary's position, the replica's position, the time, and what comes of it. */
type Step = readonly [primary: number | null, replica: number, nowMs: number, lagMs: number, isCaughtUp: boolean];

describe('the lag of a replica', () => {
  it.each<[string, readonly Step[]]>([
    [
      'is 0 while both are at the same position, however long nothing is written',
      [
        [100, 100, 0, 0, true],
        [100, 100, 90_000, 0, true],
      ],
    ],
    [
      'grows from the moment at which the oldest missing position was seen',
      [
        [100, 100, 0, 0, true],
        [200, 100, 1_000, 0, true],
        [300, 100, 2_000, 1_000, false],
        [300, 200, 5_000, 3_000, false],
        [300, 300, 6_000, 0, true],
      ],
    ],
    [
      'says that a replica is not caught up at first, before it has what the primary had',
      [
        [100, 90, 0, 0, false],
        [120, 100, 1_000, 0, true],
      ],
    ],
    [
      'keeps what is missing while the primary cannot be asked',
      [
        [100, 100, 0, 0, true],
        [200, 100, 1_000, 0, true],
        [null, 100, 9_000, 8_000, false],
        [null, 200, 10_000, 0, true],
      ],
    ],
    ['is unknown to be caught up if the primary was never asked', [[null, 100, 0, 0, false]]],
  ])('%s', (_, steps) => {
    const lag = new ReplicaLag();
    for (const [primary, replica, nowMs, lagMs, isCaughtUp] of steps)
      expect(lag.observe(primary, replica, nowMs)).toEqual({ lagMs, isCaughtUp });
  });

  it('counts from the oldest missing position, however many follow it', () => {
    const lag = new ReplicaLag();
    for (let second = 0; second < 5_000; second++) lag.observe(100 + second, 99, second * 1_000);
    expect(lag.observe(9_000, 99, 5_000_000).lagMs).toBe(5_000_000);
  });
});
