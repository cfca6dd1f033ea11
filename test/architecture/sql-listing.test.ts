import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

describe('the SQL listing', () => {
  it('has every statement of the postgres folders', async () => {
    const listing = promisify(execFile)(process.execPath, [join('test', 'checks', 'sql-listing.mjs')]);
    await expect(listing).resolves.toMatchObject({ stderr: '' });
  });
});
