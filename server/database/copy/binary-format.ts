/** The header and trailer of Postgres's binary COPY format. */
export const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TRAILER = Buffer.from([0xff, 0xff]);

export const INT2_OID = 21;
export const INT4_OID = 23;
export const TEXT_OID = 25;
export const FLOAT4_OID = 700;
export const FLOAT8_OID = 701;

/** Complete rows of a binary COPY. */
export interface Rows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export const INITIAL_BUFFER_BYTES = 64 * 1024;
