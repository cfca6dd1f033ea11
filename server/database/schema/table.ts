import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

declare const valueType: unique symbol;

/** Options of a column whose values have the given type; rows get their types from their columns. */
interface SchemaColumn<Value> extends EntitySchemaColumnOptions {
  readonly [valueType]?: Value;
}

export type SchemaColumns = Readonly<Record<string, SchemaColumn<unknown>>>;
type RowOf<C extends SchemaColumns> = { readonly [Name in keyof C]: C[Name] extends SchemaColumn<infer Value> ? Value : never };

/** The type of a table's rows. */
export type StoredRow<Schema> = Schema extends EntitySchema<infer R> ? R : never;

/** A table and the type of its rows. The migrations create tables, indexes and constraints; a test compares the columns. */
export const table = <C extends SchemaColumns>(name: string, columns: C): EntitySchema<RowOf<C>> =>
  new EntitySchema<RowOf<C>>({ name, columns });

const text = { type: 'text' } as const;
const binary = { type: 'text', collation: 'C' } as const;
const nullable = { nullable: true } as const;
const key = { primary: true } as const;

export const requiredText: SchemaColumn<string> = text;
export const nullableText: SchemaColumn<string | null> = { ...text, ...nullable };
export const textKey: SchemaColumn<string> = { ...text, ...key };
export const textArray: SchemaColumn<readonly string[]> = { type: 'text', array: true, default: () => `'{}'` };
/** Text of one of a few values. */
export const requiredTextOf = <Value extends string>(): SchemaColumn<Value> => text;
export const nullableTextOf = <Value extends string>(): SchemaColumn<Value | null> => ({ ...text, ...nullable });
export const textKeyOf = <Value extends string>(): SchemaColumn<Value> => ({ ...text, ...key });
/** Text in byte order (collation C): hashes and ids. */
export const binaryText: SchemaColumn<string> = binary;
export const nullableBinaryText: SchemaColumn<string | null> = { ...binary, ...nullable };
export const binaryTextKey: SchemaColumn<string> = { ...binary, ...key };

export const requiredUuid: SchemaColumn<string> = { type: 'uuid' };
export const nullableUuid: SchemaColumn<string | null> = { type: 'uuid', nullable: true };
export const uuidKey: SchemaColumn<string> = { type: 'uuid', primary: true };
export const generatedUuid: SchemaColumn<string> = { type: 'uuid', generated: 'uuid' };
export const generatedUuidKey: SchemaColumn<string> = { ...generatedUuid, ...key };

export const requiredInteger: SchemaColumn<number> = { type: 'integer' };
export const nullableInteger: SchemaColumn<number | null> = { type: 'integer', nullable: true };
/** A day; -1 until there is one. */
export const dayDefaultNever: SchemaColumn<number> = { type: 'integer', default: -1 };
export const integerDefaultZero: SchemaColumn<number> = { type: 'integer', default: 0 };
export const roleId: SchemaColumn<number> = { type: 'integer', default: 2 };
export const integerKey: SchemaColumn<number> = { type: 'integer', primary: true };
export const identityKey: SchemaColumn<number> = { type: 'integer', primary: true, generated: 'increment' };
export const integerArray: SchemaColumn<readonly number[]> = { type: 'integer', array: true };
export const integerArrayDefaultEmpty: SchemaColumn<readonly number[]> = { ...integerArray, default: () => `'{}'` };
export const smallintArray: SchemaColumn<readonly number[]> = { type: 'smallint', array: true };
export const requiredBigint: SchemaColumn<number> = { type: 'bigint' };
export const nullableBigint: SchemaColumn<number | null> = { type: 'bigint', nullable: true };

export const nullableReal: SchemaColumn<number | null> = { type: 'real', nullable: true };
export const realArray: SchemaColumn<readonly (number | null)[]> = { type: 'real', array: true };
export const nullableDouble: SchemaColumn<number | null> = { type: 'double precision', nullable: true };
export const doubleArray: SchemaColumn<readonly (number | null)[]> = { type: 'double precision', array: true };
export const doubleArrayDefaultEmpty: SchemaColumn<readonly (number | null)[]> = { ...doubleArray, default: '{}' };

export const requiredTimestamp: SchemaColumn<Date> = { type: 'timestamp with time zone' };
/** The time of the transaction that inserts the row. */
export const timestampDefaultNow: SchemaColumn<Date> = { type: 'timestamp with time zone', default: () => 'now()' };
export const nullableTimestamp: SchemaColumn<Date | null> = { type: 'timestamp with time zone', nullable: true };

export const requiredBoolean: SchemaColumn<boolean> = { type: 'boolean' };
export const booleanDefaultTrue: SchemaColumn<boolean> = { type: 'boolean', default: true };
export const booleanDefaultFalse: SchemaColumn<boolean> = { type: 'boolean', default: false };

export const requiredBytes: SchemaColumn<Buffer> = { type: 'bytea' };
export const nullableBytes: SchemaColumn<Buffer | null> = { type: 'bytea', nullable: true };

export const requiredJson = <Value>(): SchemaColumn<Value> => ({ type: 'jsonb' });
export const nullableJson = <Value>(): SchemaColumn<Value | null> => ({ type: 'jsonb', nullable: true });
