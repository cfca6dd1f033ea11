import { useSnapshot } from 'valtio';
import type { SiteSettings } from '#domain/site/contract';
import { api } from './api';
import { createStore } from './store';

/** The settings of the site; defaults until they are loaded. */
export const settings = createStore<{ site: SiteSettings }>(() => ({
  site: {
    brand: 'Corklight',
    support_email: '',
    version: '',
    demo: false,
    image_hosts: [],
    home_keywords: {},
    registration: 'open',
    single_sign_on: null,
    demo_sign_in: false,
    local_mail: false,
    needs_printed_address: [],
    testimonial: null,
  },
}));

/** The settings of the site, for components. */
export const useSettings = () => useSnapshot(settings).site;

/** Loads the settings; the defaults stay if that fails. */
export async function loadSettings(): Promise<void> {
  try {
    settings.site = await api('GET /settings');
  } catch (error) {
    console.warn('Failed to load the settings.', error);
  }
}
