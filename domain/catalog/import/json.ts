import type { RawRecord } from '#domain/catalog/import/field-reader';

/** Whole numbers of 16 or more digits lose precision as JavaScript numbers; as field values they are read as text. */
const longIntegerValues = /("(?:[^"\\]|\\.)*"\s*:\s*)(\d{16,})(?=\s*[,}\]])/g;

/** Parses a line of NDJSON without losing digits of ids. Returns its record, or why it is not one. */
export function parseJsonLine(line: string): { readonly record: RawRecord } | { readonly fault: string } {
  try {
    const value: unknown = JSON.parse(/[:\s]\d{16}/.test(line) ? line.replace(longIntegerValues, '$1"$2"') : line);
    if (Array.isArray(value)) return { fault: 'is a JSON array, not an object' };
    return typeof value === 'object' && value !== null ? { record: value as RawRecord } : { fault: 'is not a JSON object' };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/[^\x20-\x7e]/g, '?').slice(0, 120) : 'malformed';
    return { fault: `is not JSON: ${reason}` };
  }
}
