import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { headerKey } from '#domain/catalog/import/formats/recognize';
import type { ColumnMapping } from '#domain/catalog/import/formats/recognition';
import { Postgres } from '#server/database/postgres';

const fingerprintOf = (header: readonly string[]): string => hash('sha256', headerKey(header));

/** What administrators chose for the columns of files, by their header. */
@Injectable()
export class HeaderMappings {
  constructor(private readonly postgres: Postgres) {}

  /** Returns what was chosen last for files with these columns; null if nothing was. */
  async findMapping(header: readonly string[]): Promise<ColumnMapping | null> {
    const { rows } = await this.postgres.pool.query<{ mapping: ColumnMapping }>(
      'select mapping from header_mappings where fingerprint = $1',
      [fingerprintOf(header)],
    );
    return rows[0]?.mapping ?? null;
  }

  /** Remembers a mapping for all files with these columns, whatever days they are of. */
  async rememberMapping(header: readonly string[], mapping: ColumnMapping): Promise<void> {
    await this.postgres.pool.query(
      `insert into header_mappings (fingerprint, mapping) values ($1, $2)
       on conflict (fingerprint) do update set mapping = excluded.mapping, remembered_at = now()`,
      [fingerprintOf(header), JSON.stringify(mapping)],
    );
  }
}
