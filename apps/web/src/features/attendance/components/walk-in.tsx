import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const WalkInDialog = lazyDialog(async () => (await import('../forms/walk-in-dialog.tsx')).WalkInDialog);

/** Books a client who has come without an appointment. `isBrief` leaves only the icon to see. */
export function WalkIn({ isBrief = false }: { isBrief?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        title={isBrief ? 'Walk-in' : undefined}
        className={isBrief ? 'px-2.5' : undefined}
        icon={<Footprints aria-hidden="true" className="size-4" />}
        onPointerEnter={() => WalkInDialog.preload()}
        onClick={() => setOpen(true)}
      >
        <span className={isBrief ? 'sr-only' : undefined}>Walk-in</span>
      </Button>
      {open ? <WalkInDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
