import { useLocation } from 'react-router-dom';
import { dropKeptForms, useHasKeptForms } from '../../lib/kept-forms.ts';
import { useSession } from '../../lib/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Says that a form at this address, which is closed now, was being filled in when the session ended. */
export function KeptFormsNote({ className }: { className: string }) {
  // What is kept belongs to an address.
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
          We’ve kept what you were entering when your session ended. Open the form again to continue.
        </Banner>
      ) : null}
    </div>
  );
}
