import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../lib/practice.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { deskNoteClass } from '../session/signed-in-frame.tsx';
import { OwnFactors } from './components/own-factors.tsx';

/**
 * Shows when the person must have a second factor, with a button to set it up now.
 * @param dueAt null once they have one: the banner goes, and a dialog that is open stays
 */
export function SecondFactorBanner({ dueAt }: { dueAt: string | null }) {
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <KeepFocus className="outline-none">
      {dueAt === null ? null : (
        <aside aria-label="Two-step sign-in" className={deskNoteClass}>
          <Banner
            tone="warning"
            icon={<ShieldCheck />}
            action={
              <Button size="small" onClick={() => setOpen(true)}>
                Set up now
              </Button>
            }
          >
            <p className="font-semibold">Set up two-step sign-in by {formats.dateTime(dueAt)}</p>
            <p className="text-sm">
              After that, you’ll need a passkey or an authenticator app to use Burrow.
            </p>
          </Banner>
        </aside>
      )}
      {isOpen ? (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Sign-in and security"
          actions={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <OwnFactors />
        </Dialog>
      ) : null}
    </KeepFocus>
  );
}
