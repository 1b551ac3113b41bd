import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { appBase } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename={appBase}>
          <AppRoutes />
          <ConnectionNote />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
