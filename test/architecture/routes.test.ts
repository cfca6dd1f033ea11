import { access } from '#domain/api';
import { endpointOf } from '#server/http/access.guard';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { freshDatabase, type TestDatabase } from '../support/database';

describe('the routes', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await freshDatabase()));
  afterAll(() => database.close());

  it('are those of the access table, no more and no fewer', async () => {
    const app = await createApp(readConfig({ NODE_ENV: 'test' }), database.url);
    const served = new Set<string>();
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (url.startsWith('/api/') && one !== 'HEAD') served.add(endpointOf(one, url));
      });
    await app.init();
    await app.close();
    expect([...served].toSorted()).toEqual(Object.keys(access).toSorted());
  });
});
