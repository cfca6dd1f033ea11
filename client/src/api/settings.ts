import { proxy } from 'valtio';
import type { SiteSettings } from '#domain/site/contract';
import { api } from './api';

/** How this installation was set up; the defaults hold until the server has said. */
export const settings = proxy<{ site: SiteSettings }>({
  site: { brand: 'Corklight', support_email: '', version: '', demo: false, demo_sign_in: false, local_mail: false, testimonial: null },
});

/** Asks the server once; a failure keeps the defaults, which are enough to read everything. */
export async function loadSettings(): Promise<void> {
  try {
    settings.site = await api('GET /settings');
  } catch (error) {
    console.warn('The settings could not be loaded.', error);
  }
}
