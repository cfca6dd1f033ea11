import { WriterScope } from '#domain/jobs/write-lock';
import { LockScope, type ScopedResource } from '#domain/jobs/lock-scope';

/** A connection or worker thread that remembers whether it was ended. */
class TestResource implements ScopedResource {
  endCount = 0;

  end(): void {
    this.endCount++;
  }
}

const lockLost = new Error('the lock was lost');

describe('the scope of work under a lock', () => {
  it('lets the work continue while the lock is held', () => {
    const scope = new LockScope();
    const resource = new TestResource();
    scope.register(resource);
    scope.throwIfRevoked();
    expect([scope.revokedBecause, resource.endCount]).toEqual([undefined, 0]);
  });

  it('stops the work and ends its resources when the lock is lost', () => {
    const scope = new LockScope();
    const resources = [new TestResource(), new TestResource()];
    for (const resource of resources) scope.register(resource);
    scope.revoke(lockLost);
    expect(resources.map(({ endCount }) => endCount)).toEqual([1, 1]);
    expect(scope.revokedBecause).toBe(lockLost);
    expect(() => scope.throwIfRevoked()).toThrow(lockLost);
  });

  it('does not end a resource that was released', () => {
    const scope = new LockScope();
    const resource = new TestResource();
    scope.register(resource);
    scope.release(resource);
    scope.revoke(lockLost);
    expect(resource.endCount).toBe(0);
  });

  it('ends a resource that is opened after the lock was lost', () => {
    const scope = new LockScope();
    scope.revoke(lockLost);
    const resource = new TestResource();
    scope.register(resource);
    expect(resource.endCount).toBe(1);
  });
});

describe('the scope of work under a second lock', () => {
  const openScopes = () => {
    const outer = new LockScope();
    const inner = new LockScope(outer);
    const resource = new TestResource();
    inner.register(resource);
    return { outer, inner, resource };
  };

  it('stops when the first lock is lost', () => {
    const { outer, inner, resource } = openScopes();
    outer.revoke(lockLost);
    expect(resource.endCount).toBe(1);
    expect(() => inner.throwIfRevoked()).toThrow(lockLost);
  });

  it('stops alone when only the second lock is lost', () => {
    const { outer, inner, resource } = openScopes();
    inner.revoke(lockLost);
    expect(resource.endCount).toBe(1);
    expect(() => inner.throwIfRevoked()).toThrow(lockLost);
    outer.throwIfRevoked();
  });

  it('releases a resource from both', () => {
    const { outer, inner, resource } = openScopes();
    inner.release(resource);
    outer.revoke(lockLost);
    expect(resource.endCount).toBe(0);
  });

  it('ends a resource that is opened after the first lock was lost', () => {
    const { outer, inner } = openScopes();
    outer.revoke(lockLost);
    const resource = new TestResource();
    inner.register(resource);
    expect(resource.endCount).toBe(1);
  });
});

describe('the scope of the catalog’s only writer', () => {
  it('is named after its lock', () => expect(new WriterScope().lockName).toBe('catalog-write'));
});
