import { Component, type ErrorInfo, type ReactNode } from 'react';
import { keepFormsOfSession } from '../lib/session-store.ts';
import { Button } from './button.tsx';

/** Catches errors while rendering a screen, including a part of the app that could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    keepFormsOfSession();
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        role="alert"
        className="grid min-h-96 place-content-center justify-items-center gap-2 p-6 text-center"
      >
        <h1 className="text-xl font-bold">Something went wrong on this screen</h1>
        <p className="max-w-prose text-ink-soft">
          The server may be unavailable, or Burrow may have been updated. Reloading usually helps; nothing you
          saved is lost.
        </p>
        <Button variant="primary" className="mt-2" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    );
  }
}
