import type { EntityType } from '#domain/catalog/variants';

/** The `source` of every demo row, by which it is recognized and deleted. */
export const DEMO_SOURCE = 'demo';

/** The address of a demo entity's picture, which the server draws. */
export const demoPicturePath = (entity: EntityType, id: string): string => `/demo/pictures/${entity}/${id}.svg`;
