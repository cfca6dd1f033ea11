import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { HeaderMappings } from '#domain/catalog/import/formats/header-mappings';
import { headerKey } from '#domain/catalog/import/formats/recognize';
import type { ColumnMapping } from '#domain/catalog/import/formats/recognition';
import { Postgres } from '#server/database/postgres';

const fingerprintOf = (header: readonly string[]): string => hash('sha256', headerKey(header));

/** Column mappings in Postgres, one per header. */
@Injectable()
export class PostgresHeaderMappings implements HeaderMappings {
  constructor(private readonly postgres: Postgres) {}

  async findMapping(header: readonly string[]): Promise<ColumnMapping | null> {
    const { rows } = await this.postgres.pool.query<{ mapping: ColumnMapping }>(
      'select mapping from header_mappings where fingerprint = $1',
      [fingerprintOf(header)],
    );
    return rows[0]?.mapping ?? null;
  }

  async rememberMapping(header: readonly string[], mapping: ColumnMapping): Promise<void> {
    await this.postgres.pool.query(
      `insert into header_mappings (fingerprint, mapping) values ($1, $2)
       on conflict (fingerprint) do update set mapping = excluded.mapping, remembered_at = now()`,
      [fingerprintOf(header), JSON.stringify(mapping)],
    );
  }
}
