import { memoize } from '#domain/memoize';

/** A memoized function with the inputs that it computed. */
function memoizedLength(maxEntries: number) {
  const computed: string[] = [];
  const lengthOf = memoize((text) => {
    computed.push(text);
    return text === '' ? null : text.length;
  }, maxEntries);
  return { computed, lengthOf };
}

describe('a memoized function', () => {
  it('computes each input once', () => {
    const { computed, lengthOf } = memoizedLength(10);
    expect(['one', 'three', 'one', 'three'].map(lengthOf)).toEqual([3, 5, 3, 5]);
    expect(computed).toEqual(['one', 'three']);
  });

  it('remembers that a result is null', () => {
    const { computed, lengthOf } = memoizedLength(10);
    expect([lengthOf(''), lengthOf('')]).toEqual([null, null]);
    expect(computed).toEqual(['']);
  });

  it('never remembers more results than allowed', () => {
    const { computed, lengthOf } = memoizedLength(2);
    for (const text of ['a', 'b', 'a', 'b']) lengthOf(text);
    expect(computed).toEqual(['a', 'b']);
    for (const text of ['c', 'a', 'c']) lengthOf(text);
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });
});
