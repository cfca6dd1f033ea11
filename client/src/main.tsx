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
const MAX_SESSION_WAIT_MS = 250;

async function start(root: HTMLElement): Promise<void> {
  const sendArrivalParams = captureArrivalParams();
  const initialLoads = Promise.allSettled([loadSession().then(sendArrivalParams), loadSettings(), loadCatalogStats()]);
  const waitLimit = new Promise((resolve) => setTimeout(resolve, MAX_SESSION_WAIT_MS));
  await Promise.all([Promise.race([initialLoads, waitLimit]), loadFirstScreen(location.pathname).catch(() => undefined)]);
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
