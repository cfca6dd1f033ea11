import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startShortcuts } from './site/shortcuts';
import { captureArrivalParams } from './site/arrival';
import { loadSession } from './site/session';
import { loadSettings } from './api/settings';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/home.css';
import './styles/list.css';
import './styles/detail.css';
import { watchHistory } from './site/navigation';

/** How long the first drawing waits for who is looking, so that nothing jumps when it is known; the shell is on screen meanwhile. */
const MAX_SESSION_WAIT_MS = 250;

async function start(root: HTMLElement): Promise<void> {
  const sendArrivalParams = captureArrivalParams();
  const initialLoads = Promise.allSettled([loadSession().then(sendArrivalParams), loadSettings()]);
  const waitLimit = new Promise((resolve) => setTimeout(resolve, MAX_SESSION_WAIT_MS));
  await Promise.race([initialLoads, waitLimit]);
  createRoot(root).render(<App />);
}

watchHistory();
startShortcuts();
const root = document.getElementById('root');
if (root) void start(root);
