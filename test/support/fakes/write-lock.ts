import { WriteLock, WriterScope } from '#domain/jobs/write-lock';

/** A write lock that is always free. */
export class FakeWriteLock extends WriteLock {
  writers = 0;
  /** What another writer does before the lock is acquired. */
  beforeWork: () => void = () => undefined;

  async runAsWriter<T>(work: (scope: WriterScope) => Promise<T>): Promise<T> {
    this.writers++;
    this.beforeWork();
    return work(new WriterScope());
  }
}
