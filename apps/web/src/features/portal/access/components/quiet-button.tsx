import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';

/** A secondary action below a form. */
export const QuietButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="quiet" size="large" className="w-full" onClick={onClick}>
    {children}
  </Button>
);
