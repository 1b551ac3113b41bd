import type { MedicineRecord } from '@burrow/contracts/medicine';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** The vaccines of the starter list that still have no recall type, each with a way to choose one. */
export const WithoutRecallTypeDialog = ({
  vaccines,
  onEdit,
  onClose,
}: {
  vaccines: readonly MedicineRecord[];
  onEdit: (vaccine: MedicineRecord) => void;
  onClose: () => void;
}) => (
  <Dialog
    open
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title="Vaccines without a recall type"
    description="Giving one of these sets no due date, so clients get no recall for it. Choose a recall type for those you use. If you add recall types later, load the list again to link them."
    actions={
      <>
        <ButtonLink to={paths.settings('recalls')}>Go to recall types</ButtonLink>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </>
    }
  >
    <ul aria-label="Vaccines without a recall type" className="divide-y divide-line">
      {vaccines.map((vaccine) => (
        <li key={vaccine.id} className="flex items-center gap-3 py-2">
          <p className="min-w-0 flex-1 wrap-anywhere">{vaccine.name}</p>
          <Button size="small" onClick={() => onEdit(vaccine)}>
            Edit<span className="sr-only"> {vaccine.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  </Dialog>
);
