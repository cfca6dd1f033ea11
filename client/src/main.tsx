import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startShortcuts } from './app/shortcuts';
import { takeFromAddress } from './arrival';
import { loadSession } from './session';
import { loadSettings } from './api/settings';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/home.css';
import './styles/list.css';
import './styles/detail.css';
import { watchHistory } from './ui/navigation';

/** How long the first drawing waits for who is looking, so that nothing jumps when it is known; the shell is on screen meanwhile. */
const MOST_WAIT = 250;

async function start(root: HTMLElement): Promise<void> {
  const tellServer = takeFromAddress();
  const answers = Promise.allSettled([loadSession().then(tellServer), loadSettings()]);
  const patience = new Promise((resolve) => setTimeout(resolve, MOST_WAIT));
  await Promise.race([answers, patience]);
  createRoot(root).render(<App />);
}

watchHistory();
startShortcuts();
const root = document.getElementById('root');
if (root) void start(root);
