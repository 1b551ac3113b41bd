// Import this first: it removes a password from the address bar.
import './features/session/arrival.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followSessionChanges } from './app/session-changes.ts';
import { followActivity } from './lib/activity.ts';
import { followConnection } from './lib/connection.ts';
import { recoverWithConnection } from './lib/query-client.ts';
import './styles.css';
import { ignoreStrayPresses } from './ui/double-click.ts';
import { followFocus } from './ui/focus-home.ts';

followSessionChanges();
followFocus();
followActivity();
ignoreStrayPresses();
followConnection();
recoverWithConnection();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
