import type { NewEntry } from '#domain/audit/acts';
import type { AuditEntry, AuditFilters, AuditPage, AuditSearch } from '#domain/audit/contract';

/**
 * Who did what. Entries are only added: none is changed or deleted, and all are kept for good. Of a deleted account, they keep neither
 * address nor id.
 *
 * An act that is one transaction writes its entry in it, by its own adapter, so that neither exists without the other. What takes many
 * transactions, files, or another process is entered by `enter` before it begins: such an entry may stand for an act that failed.
 */
export abstract class AuditLog {
  abstract enter(entry: NewEntry): Promise<void>;

  /** A page of the matching entries, the newest first. */
  abstract list(search: AuditSearch): Promise<AuditPage>;

  /** All matching entries in batches, the newest first. */
  abstract readAll(filters: AuditFilters): AsyncIterable<readonly AuditEntry[]>;
}
