import type { ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** Someone else changed what is being edited: the person decides which stays. */
export function ChangedElsewhere({
  form: { keepMine, takeTheirs },
  children,
}: {
  form: { keepMine: () => void; takeTheirs: () => void };
  children: ReactNode;
}) {
  return (
    <Banner
      tone="warning"
      alert
      action={
        <div className="flex gap-2">
          <Button size="small" onClick={keepMine}>
            Keep mine
          </Button>
          <Button size="small" onClick={takeTheirs}>
            Use theirs
          </Button>
        </div>
      }
    >
      {children}
    </Banner>
  );
}
