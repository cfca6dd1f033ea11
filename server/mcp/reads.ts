import { z } from 'zod';
import type { Endpoint } from '#domain/endpoint';
import { InvalidInput } from '#domain/errors';

type Input = Readonly<Record<string, unknown>>;

/** The input schema of a tool has texts and numbers only. */
const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : (value as string));

/** Parameters as a query string with its question mark; empty without any. */
export function queryText(query: Input): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, textOf(value)]]));
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

/** A text as a part of a path. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A parameter in a path. Throws `InvalidInput` for one that would lead to another path. */
function pathParameter(name: string, value: unknown): string {
  const text = textOf(value);
  if (/^\.{0,2}$/.test(text)) throw new InvalidInput([`${name} must have letters or digits`]);
  return encodePart(text);
}

/** The path of a read with its parameters. */
export const pathOfRead = ({ name }: Endpoint, params: Input = {}, query: Input = {}): string =>
  `/api${name.replace('GET ', '').replaceAll(/:(\w+)/g, (_, key: string) => pathParameter(key, params[key]))}${queryText(query)}`;

/** What an assistant needs to know of a parameter. */
interface ReadParameter {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

function parameterSchema({ type, enum: values, minimum = 1, maximum, description = '' }: ReadParameter): z.ZodType {
  const integer = z.int().min(minimum);
  const schema = type === 'integer' ? (maximum === undefined ? integer : integer.max(maximum)) : values ? z.enum(values) : z.string();
  return schema.optional().describe(description);
}

/** The query parameters of an endpoint as the input of a tool. The endpoint parses what filters say. */
export function queryInput(query: z.ZodObject) {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { use_momentum: _, ...parameters } = properties as Record<string, ReadParameter>;
  return z.strictObject(Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, parameterSchema(parameter)])));
}
