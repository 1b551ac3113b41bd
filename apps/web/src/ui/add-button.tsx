import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

/** 'Add' in the header of a list; `what` completes its name for a screen reader. */
export const AddButton = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button
    size="small"
    variant="primary"
    icon={<Plus aria-hidden="true" className="size-4" />}
    onClick={onClick}
  >
    Add<span className="sr-only"> {what}</span>
  </Button>
);
