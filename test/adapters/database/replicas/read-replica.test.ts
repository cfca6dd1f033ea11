import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ReadReplica } from '#server/database/replicas/read-replica';

describe('a replica that does not answer', () => {
  it('is asked less and less often, because each attempt may leave a session behind', async () => {
    const askedAtSeconds: number[] = [];
    let second = 0;
    const server = createServer((socket) => {
      askedAtSeconds.push(second);
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const replica = new ReadReplica(`postgres://reader@127.0.0.1:${(server.address() as AddressInfo).port}/pins`, 1);
    for (; second < 50; second++) {
      const state = await replica.check(null, 30_000, second * 1_000);
      expect(state).toMatchObject({ lagMs: null, problem: expect.stringContaining('does not answer') });
    }
    expect(askedAtSeconds).toEqual([0, 1, 3, 7, 15, 31, 47]);
    await replica.close();
    server.close();
  });
});
