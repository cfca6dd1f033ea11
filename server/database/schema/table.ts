import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

declare const valueType: unique symbol;

/** Options of a column whose values have the given type; rows get their types from their columns. */
interface Column<Value> extends EntitySchemaColumnOptions {
  readonly [valueType]?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
type RowOf<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never };

/** The type of a table's rows. */
export type StoredRow<Schema> = Schema extends EntitySchema<infer R> ? R : never;

/** A table and the type of its rows. The migrations create tables, indexes and constraints; a test compares the columns. */
export const table = <C extends Columns>(name: string, columns: C): EntitySchema<RowOf<C>> => new EntitySchema<RowOf<C>>({ name, columns });

const text = { type: 'text' } as const;
const binary = { type: 'text', collation: 'C' } as const;
const nullable = { nullable: true } as const;
const key = { primary: true } as const;

export const requiredText: Column<string> = text;
export const nullableText: Column<string | null> = { ...text, ...nullable };
export const textKey: Column<string> = { ...text, ...key };
export const textArray: Column<readonly string[]> = { type: 'text', array: true, default: () => `'{}'` };
/** Text of one of a few values. */
export const requiredTextOf = <Value extends string>(): Column<Value> => text;
export const nullableTextOf = <Value extends string>(): Column<Value | null> => ({ ...text, ...nullable });
export const textKeyOf = <Value extends string>(): Column<Value> => ({ ...text, ...key });
/** Text in byte order (collation C): hashes and ids. */
export const binaryText: Column<string> = binary;
export const nullableBinaryText: Column<string | null> = { ...binary, ...nullable };
export const binaryTextKey: Column<string> = { ...binary, ...key };

export const requiredUuid: Column<string> = { type: 'uuid' };
export const nullableUuid: Column<string | null> = { type: 'uuid', nullable: true };
export const uuidKey: Column<string> = { type: 'uuid', primary: true };
export const generatedUuid: Column<string> = { type: 'uuid', generated: 'uuid' };
export const generatedUuidKey: Column<string> = { ...generatedUuid, ...key };

export const requiredInteger: Column<number> = { type: 'integer' };
export const nullableInteger: Column<number | null> = { type: 'integer', nullable: true };
/** A day; -1 until there is one. */
export const dayDefaultNever: Column<number> = { type: 'integer', default: -1 };
export const integerDefaultZero: Column<number> = { type: 'integer', default: 0 };
export const roleId: Column<number> = { type: 'integer', default: 2 };
export const integerKey: Column<number> = { type: 'integer', primary: true };
export const identityKey: Column<number> = { type: 'integer', primary: true, generated: 'increment' };
export const integerArray: Column<readonly number[]> = { type: 'integer', array: true };
export const integerArrayDefaultEmpty: Column<readonly number[]> = { ...integerArray, default: () => `'{}'` };
export const smallintArray: Column<readonly number[]> = { type: 'smallint', array: true };
export const requiredBigint: Column<number> = { type: 'bigint' };
export const nullableBigint: Column<number | null> = { type: 'bigint', nullable: true };

export const nullableReal: Column<number | null> = { type: 'real', nullable: true };
export const realArray: Column<readonly (number | null)[]> = { type: 'real', array: true };
export const nullableDouble: Column<number | null> = { type: 'double precision', nullable: true };
export const doubleArray: Column<readonly (number | null)[]> = { type: 'double precision', array: true };
export const doubleArrayDefaultEmpty: Column<readonly (number | null)[]> = { ...doubleArray, default: '{}' };

export const requiredTimestamp: Column<Date> = { type: 'timestamp with time zone' };
/** The time of the transaction that inserts the row. */
export const timestampDefaultNow: Column<Date> = { type: 'timestamp with time zone', default: () => 'now()' };
export const nullableTimestamp: Column<Date | null> = { type: 'timestamp with time zone', nullable: true };

export const requiredBoolean: Column<boolean> = { type: 'boolean' };
export const booleanDefaultTrue: Column<boolean> = { type: 'boolean', default: true };
export const booleanDefaultFalse: Column<boolean> = { type: 'boolean', default: false };

export const requiredBytes: Column<Buffer> = { type: 'bytea' };
export const nullableBytes: Column<Buffer | null> = { type: 'bytea', nullable: true };

export const requiredJson = <Value>(): Column<Value> => ({ type: 'jsonb' });
export const nullableJson = <Value>(): Column<Value | null> => ({ type: 'jsonb', nullable: true });
