import type { EntityType } from '#domain/catalog/variants';
import { SeededRandom } from '#server/demo/seeded-random';

/** The number of entities of each type. They are numbered from 0. */
export const demoSizes = { board: 3_000, pinner: 3_000, pin: 12_000 } as const satisfies Record<EntityType, number>;

const idPrefixes = { board: '5', pinner: '7', pin: '9' } as const satisfies Record<EntityType, string>;
const FIRST_ID = 10_000_000_000_000_000;
const ID_STEP = 7_919;

/** An id above 2^53, like those of Pinterest. */
export const demoId = (entity: EntityType, number: number): string =>
  `${idPrefixes[entity]}${String(FIRST_ID + number * ID_STEP).padStart(17, '0')}`;

/** The number of the demo entity with this id; null if the demo has none. */
export function demoNumber(entity: EntityType, id: string): number | null {
  const number = Math.round((Number(id.slice(1)) - FIRST_ID) / ID_STEP);
  return number >= 0 && number < demoSizes[entity] && demoId(entity, number) === id ? number : null;
}

/** With this seed, the biggest pins, boards and pinners have different topics. */
const DEMO_SEED = 20_266;
const seedsByPurpose = { texts: 1, ownership: 2, counts: 3, events: 4, picture: 5 } as const;
const seedsByEntity = { board: 10, pinner: 20, pin: 30 } as const satisfies Record<EntityType, number>;

/** The random numbers of one entity for one purpose, which no other entity or purpose changes. */
export function randomOf(entity: EntityType, number: number, purpose: keyof typeof seedsByPurpose): SeededRandom {
  const random = new SeededRandom(
    Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(DEMO_SEED + seedsByEntity[entity] + seedsByPurpose[purpose], 0x85ebca6b),
  );
  // The first number after similar seeds is similar.
  random.nextFraction();
  return random;
}
