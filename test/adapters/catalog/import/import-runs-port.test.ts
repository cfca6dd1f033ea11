import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { ImportFixture } from '../../../support/database/import-fixture';
import { describeImportRuns } from '../../../support/suites/import-runs';

describe('imports in Postgres', () => {
  let imports: ImportFixture | undefined;
  afterEach(() => imports?.close());

  describeImportRuns(async () => {
    imports = await ImportFixture.open();
    return new PostgresImportRuns(imports.database.pool);
  });
});
