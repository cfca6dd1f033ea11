import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { InvalidInput } from '#domain/errors';

const typeTexts: Readonly<Record<string, string>> = {
  string: 'one text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The size that a number, a text, or a list must have. */
const sizeOf = (origin: string, bound: string): string =>
  origin === 'string' ? `be ${bound} characters` : origin === 'array' ? `have ${bound} items` : `be ${bound}`;

/** What is wrong with a value whose schema has no words of its own for it; undefined leaves it to those of the library. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return 'is not known here';
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'too_big') return `must ${sizeOf(issue.origin, `at most ${issue.maximum}`)}`;
  if (issue.code === 'too_small') return `must ${sizeOf(issue.origin, `at least ${issue.minimum}`)}`;
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is missing';
  return `must be ${typeTexts[issue.expected] ?? issue.expected}`;
}

/** Parses request input with a schema. Each error begins with the name of its field: `page must be one text`. */
export class Parse<S extends z.ZodType> implements PipeTransform<unknown, z.output<S>> {
  constructor(
    private readonly schema: S,
    /** What the value is called; the fields of an object have names of their own. */
    private readonly field = 'body',
  ) {}

  transform(value: unknown): z.output<S> {
    const result = this.schema.safeParse(value, { error: describeIssue });
    if (result.success) return result.data;
    throw new InvalidInput(result.error.issues.flatMap((issue) => this.#messagesOf(issue)));
  }

  #messagesOf(issue: z.core.$ZodIssue): string[] {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return fields.map((path) => `${path.join('.') || this.field} ${issue.message}`);
  }
}
