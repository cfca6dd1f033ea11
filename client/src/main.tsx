import 'virtual:colors.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/text.css';
import './styles/print.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { loadFirstScreen } from './app/routes';
import { startShortcuts } from './site/shortcuts';
import { captureArrivalParams } from './site/arrival';
import { watchHistory } from './site/navigation';
import { loadSession } from './site/session';
import { loadCatalogStats } from './api/catalog-stats';
import { loadSettings } from './api/settings';

/** The first render waits this long for the session, to avoid layout shifts; index.html shows a skeleton meanwhile. */
const MAX_SESSION_WAIT_MS = 1_000;

/** It waits longer for the settings: they say whether a banner stands above everything. */
const MAX_SETTINGS_WAIT_MS = 2_000;

/** Resolves when the loads have ended, however they did, or after `maxMs`. */
const waitFor = (loads: readonly Promise<unknown>[], maxMs: number): Promise<unknown> =>
  Promise.race([Promise.allSettled(loads), new Promise((resolve) => setTimeout(resolve, maxMs))]);

async function start(root: HTMLElement): Promise<void> {
  const sendArrivalParams = captureArrivalParams();
  await Promise.all([
    waitFor([loadSession().then(sendArrivalParams), loadCatalogStats()], MAX_SESSION_WAIT_MS),
    waitFor([loadSettings()], MAX_SETTINGS_WAIT_MS),
    loadFirstScreen(location.pathname).catch(() => undefined),
  ]);
  createRoot(root).render(<App />);
}

/** `/dev/ui` exists in the development server only; a production build drops the whole branch. */
async function startGallery(root: HTMLElement): Promise<void> {
  const { UiGallery } = await import('./dev/ui-gallery');
  createRoot(root).render(<UiGallery />);
}

watchHistory();
startShortcuts();
const root = document.getElementById('root');
if (root && import.meta.env.DEV && location.pathname === '/dev/ui') void startGallery(root);
else if (root) void start(root);
