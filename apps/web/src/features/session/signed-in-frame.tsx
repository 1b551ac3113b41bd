import { useDeferredValue, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dropKeptForms, useHasKeptForms } from '../../lib/kept-forms.ts';
import { useSession } from '../../lib/session-store.ts';
import { useFreshPage } from '../../lib/use-fresh-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

/** Shows that input of a closed form at this address was kept. */
function KeptFormsNote({ className }: { className: string }) {
  // Kept input belongs to an address, so render again when it changes.
  useLocation();
  const session = useSession();
  const hasKept = useHasKeptForms(session);
  return (
    <div role="status" className={`${className} empty:hidden print:hidden`}>
      {hasKept ? (
        <Banner
          action={
            <Button size="small" onClick={() => dropKeptForms(session, null)}>
              Discard
            </Button>
          }
        >
          We’ve kept what you were entering. Open the form again to continue.
        </Banner>
      ) : null}
    </div>
  );
}

/** The columns of the practice's screens and of the portal's, and the sides of their content. */
const widths = {
  desk: { column: 'max-w-7xl', header: 'px-4 lg:px-6', content: 'px-3 sm:px-4 lg:px-6', main: 'lg:py-6' },
  portal: { column: 'max-w-3xl', header: 'px-4', content: 'px-4', main: 'md:py-6' },
} as const;

/** The class of a note between the header and the screen. */
export const deskNoteClass = `mx-auto w-full ${widths.desk.column} ${widths.desk.content} pt-4 empty:hidden print:hidden`;

/** The frame of every screen behind a sign-in: header, notes, the screen, footer. */
export function SignedInFrame({
  width,
  header,
  notes,
  isWide = false,
  footer,
  children,
}: {
  width: keyof typeof widths;
  header: ReactNode;
  /** Before the note about kept forms, and after it. */
  notes?: { before: ReactNode; after: ReactNode };
  /** For a screen that uses the whole width. */
  isWide?: boolean;
  footer: ReactNode;
  /** Dialogs and messages over the screen. */
  children?: ReactNode;
}) {
  const main = useFreshPage();
  // The frame first: with the screen, it would block the browser for longer.
  const isFramed = useDeferredValue(true, false);
  const { pathname } = useLocation();
  const { column, header: headerSides, content, main: mainClass } = widths[width];
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] print:block print:p-0">
      <SkipLink />
      <header className="bg-bar text-on-bar print:hidden">
        <div className={classNames('mx-auto', column, headerSides)}>{header}</div>
      </header>
      {notes?.before}
      <KeptFormsNote className={classNames('mx-auto w-full pt-4', column, content)} />
      {notes?.after}
      {/* Fill the screen while loading, so that the footer does not move in view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={classNames(
          'mx-auto w-full flex-1 has-[.animate-pulse]:min-h-dvh py-4 outline-none print:max-w-none print:p-0',
          content,
          isWide ? 'lg:py-4' : `${column} ${mainClass}`,
        )}
      >
        <ErrorBoundary key={pathname}>{isFramed ? <Outlet /> : <Loading tall />}</ErrorBoundary>
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft print:hidden">{footer}</footer>
      {children}
    </div>
  );
}
