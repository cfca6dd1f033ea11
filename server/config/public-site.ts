import type { z } from 'zod';
import type { Settings } from '#server/config/settings';

/** Whether the site is for the public: in production, or with an https PUBLIC_URL whatever NODE_ENV says. */
export const isPublicSite = ({ NODE_ENV, PUBLIC_URL }: Pick<z.infer<typeof Settings>, 'NODE_ENV' | 'PUBLIC_URL'>): boolean =>
  NODE_ENV === 'production' || (PUBLIC_URL?.startsWith('https:') ?? false);
