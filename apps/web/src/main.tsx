// First of all: it takes a password out of the address bar.
import './features/session/arrival.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followSessionChanges } from './app/session-changes.ts';
import './styles.css';

followSessionChanges();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
