import { useLocation } from 'react-router-dom';
import { dropKeptForms, useHasKeptForms } from '../../lib/kept-forms.ts';
import { useSession } from '../../lib/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Says that the values of a closed form at this address were stored when the session ended. */
export function KeptFormsNote({ className }: { className: string }) {
  // Stored values belong to an address, so render again when it changes.
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
