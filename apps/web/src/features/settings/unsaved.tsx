import { createContext, use, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { guardScreen } from '../../lib/leave-screen.ts';
import { appBase } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Unsaved {
  /** Registers whether the form with this id has unsaved changes. */
  report: (form: string, unsaved: boolean) => void;
  /** Leaves at once if nothing would be lost, otherwise after asking. */
  leave: (go: () => void) => void;
}

const UnsavedContext = createContext<Unsaved>({ report: () => undefined, leave: (go) => go() });

/** The address within the app that a plain click opens; null for any other click. */
function linkOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return null;
  if (link.origin !== window.location.origin || !link.pathname.startsWith(`${appBase}/`)) return null;
  if (link.hash !== '') return null;
  return `${link.pathname.slice(appBase.length)}${link.search}`;
}

/**
 * While `active`, the browser asks before the page is closed, and the app's links and {@link leaveScreen} go through
 * `leave`.
 */
function useGuardedExits(active: boolean, leave: (go: () => void) => void) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!active) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const to = linkOf(event);
      if (to === null) return;
      // Links don't follow a click that is prevented, but the menu or dialog around them still closes.
      event.preventDefault();
      leave(() => void navigate(to));
    };
    const endGuard = guardScreen(leave);
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      endGuard();
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [active, leave, navigate]);
}

/** Protects unsaved changes from being lost by following a link or closing the page. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const unsaved = forms.length > 0;
  const value = useMemo<Unsaved>(
    () => ({
      report: (form, has) =>
        setForms((before) =>
          before.includes(form) === has
            ? before
            : has
              ? [...before, form]
              : before.filter((other) => other !== form),
        ),
      leave: (go) => (unsaved ? setLeaving({ go }) : go()),
    }),
    [unsaved],
  );
  useGuardedExits(unsaved, value.leave);
  return (
    <UnsavedContext value={value}>
      {children}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => (open ? undefined : setLeaving(null))}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay here"
        busy={false}
        error={null}
        onConfirm={() => {
          setLeaving(null);
          leaving?.go();
        }}
      >
        Your changes haven’t been saved.
      </ConfirmDialog>
    </UnsavedContext>
  );
}

/** Reports to {@link UnsavedChanges} whether this form has changes, while it is mounted. */
export function useUnsaved(unsaved: boolean): void {
  const { report } = use(UnsavedContext);
  const form = useId();
  useEffect(() => {
    report(form, unsaved);
    return () => report(form, false);
  }, [report, form, unsaved]);
}

/** Leaves the current screen, and asks first when changes would be lost. */
export const useLeave = (): Unsaved['leave'] => use(UnsavedContext).leave;
