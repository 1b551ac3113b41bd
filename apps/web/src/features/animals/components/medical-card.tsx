import type { AnimalRecord } from '@burrow/contracts/animal';
import { Allergies } from '../../../ui/allergies.tsx';
import { Card } from '../../../ui/card.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';

/** What whoever treats the animal has to know first. */
export function MedicalCard({ animal }: { animal: AnimalRecord }) {
  return (
    <Card title="Medical Information">
      <div className="flex flex-col gap-4">
        <Allergies of={animal} />
        <div>
          <h3 className="text-sm font-semibold text-ink-soft">Behaviour</h3>
          <NotesText notes={animal.behaviour_notes} none="No behaviour notes" />
        </div>
      </div>
    </Card>
  );
}
