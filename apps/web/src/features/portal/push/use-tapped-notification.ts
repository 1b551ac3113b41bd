import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { appBase } from '../../../lib/paths.ts';

/** A form or dialog may have input that is not saved, or a payment in progress. */
const isBusy = (): boolean =>
  document.querySelector('form, dialog[open], [role="dialog"], [role="alertdialog"]') !== null;

/** Opens the page of a tapped notification here if the service worker asks, and answers whether it does. */
export function useTappedNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ data, ports }: MessageEvent<{ open: string }>) => {
      const { pathname, search } = new URL(data.open);
      const isHere = data.open === window.location.href;
      const opens = isHere || !isBusy();
      if (opens && !isHere) void navigate(`${pathname.slice(appBase.length)}${search}`);
      ports[0]?.postMessage(opens);
    };
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}
