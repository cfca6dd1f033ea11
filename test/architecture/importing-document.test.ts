import { readFileSync } from 'node:fs';
import { fieldAliases } from '#domain/catalog/import/field-aliases';

it.each(Object.entries(fieldAliases))('docs/importing.md names every name that a field of a %s goes by', (_, names) => {
  const text = readFileSync('docs/importing.md', 'utf8').replace(/```[^]*?```/g, '');
  const told = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const withoutOwnerPrefix = (name: string) =>
    /^(?:pinner|owner|user|creator|native_creator|board_owner|author|poster)\./.test(name) ? name.replace(/^\w+/, '') : name;
  const missing = Object.values<readonly string[]>(names)
    .flat()
    .map(withoutOwnerPrefix)
    .filter((name) => !told.has(name));
  expect(missing).toEqual([]);
});
