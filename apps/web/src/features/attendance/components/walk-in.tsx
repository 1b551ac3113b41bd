import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const WalkInDialog = lazyComponent(async () => (await import('../forms/walk-in-dialog.tsx')).WalkInDialog);

/** Books a client who has come without an appointment. */
export function WalkIn() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<Footprints aria-hidden="true" className="size-4" />}
        onPointerEnter={() => WalkInDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Walk-in
      </Button>
      {open ? <WalkInDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
