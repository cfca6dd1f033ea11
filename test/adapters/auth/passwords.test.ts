import type { HashRequester } from '#domain/auth/account/passwords';
import { Unavailable } from '#domain/errors';
import { Argon2Passwords, HashQueue } from '#server/auth/passwords/argon2-passwords';

describe('argon2 passwords', () => {
  const passwords = new Argon2Passwords({ ARGON2_MEMORY: 1_024 });

  it('match their own hash only', async () => {
    const hash = await passwords.hash('plum otter lake 42');
    expect(await passwords.matches(hash, 'plum otter lake 42')).toBe(true);
    expect(await passwords.matches(hash, 'plum otter lake 43')).toBe(false);
    expect(await passwords.matches(null, 'plum otter lake 42')).toBe(false);
  });

  it('are hashed to PHC strings with a random salt', async () => {
    const [one, two] = [await passwords.hash('plum otter lake 42'), await passwords.hash('plum otter lake 42')];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('match in any Unicode normalization, and with hashes of another cost', async () => {
    const costlier = new Argon2Passwords({ ARGON2_MEMORY: 2_048 });
    const hash = await costlier.hash('cafe\u0301 au lait');
    expect(await passwords.matches(hash, 'café au lait')).toBe(true);
    expect([costlier.isOutdated(hash), passwords.isOutdated(hash)]).toEqual([false, false]);
    expect(costlier.isOutdated(await passwords.hash('café au lait'))).toBe(true);
  });

  it('match the reference implementation: argon2id of "password" with a known salt', async () => {
    // From the test vectors of the reference implementation: argon2 -id -t 2 -k 65536 -p 1 -l 32, salt "somesalt".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.matches(reference, 'password')).toBe(true);
  });
});

describe('the common passwords', () => {
  it('include well-known ones', async () => {
    const isCommon = await new Argon2Passwords({ ARGON2_MEMORY: 1_024 }).loadCommon();
    expect([isCommon('password1234'), isCommon('plum otter lake 42')]).toEqual([true, false]);
  });
});

describe('the queue of password hashes', () => {
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
