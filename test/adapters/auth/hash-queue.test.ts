import type { HashRequester } from '#domain/auth/account/passwords';
import { Unavailable } from '#domain/errors';
import { HashQueue } from '#server/auth/passwords/argon2-passwords';

/** A queue whose work ends when the test says so; `started` names the work in the order in which it began. */
function openQueue() {
  const queue = new HashQueue();
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const add = (requester: HashRequester, name: string = requester) =>
    queue.run(requester, () => {
      started.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
  return { add, started, finish };
}

describe('the queue of password hashes', () => {
  it('runs two at a time, familiar requesters before strangers', async () => {
    const { add, started, finish } = openQueue();
    const all = [add('stranger', 'a'), add('stranger', 'b'), add('stranger', 'c'), add('familiar', 'd')];
    expect(started).toEqual(['a', 'b']);
    finish[0]?.();
    await all[0];
    expect(started).toEqual(['a', 'b', 'd']);
    finish[1]?.();
    await all[1];
    expect(started).toEqual(['a', 'b', 'd', 'c']);
    for (const end of finish) end();
    await Promise.all(all);
  });

  it('has room for familiar requesters while strangers flood it', async () => {
    const { add, finish } = openQueue();
    const outcomes = [];
    for (let n = 0; n < 200; n++)
      outcomes.push(
        add('stranger').then(
          () => 'ran',
          (error: unknown) => error,
        ),
      );
    outcomes.push(add('familiar').then(() => 'ran familiar'));
    const timer = setInterval(() => finish.shift()?.(), 0);
    const settled = await Promise.all(outcomes);
    clearInterval(timer);
    expect(settled.filter((outcome) => outcome === 'ran')).toHaveLength(26);
    expect(settled.filter((outcome) => outcome instanceof Unavailable)).toHaveLength(174);
  });

  it('is bounded for familiar requesters, too', async () => {
    const { add, finish } = openQueue();
    const outcomes = Array.from({ length: 100 }, () =>
      add('familiar').then(
        () => 'ran',
        () => 'refused',
      ),
    );
    const timer = setInterval(() => finish.shift()?.(), 0);
    const settled = await Promise.all(outcomes);
    clearInterval(timer);
    expect(settled.filter((outcome) => outcome === 'ran')).toHaveLength(34);
  });
});
