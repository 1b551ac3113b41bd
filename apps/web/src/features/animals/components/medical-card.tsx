import type { AnimalRecord } from '@burrow/contracts/animal';
import { TriangleAlert } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';

/** What whoever treats the animal has to know first. */
export function MedicalCard({ animal }: { animal: AnimalRecord }) {
  return (
    <Card title="Medical Information">
      <div className="flex flex-col gap-4">
        {animal.allergies ? (
          <div className="flex gap-3 rounded-md border border-attention/40 bg-attention-soft px-3 py-2.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-attention" />
            <div className="min-w-0">
              <h3 className="font-bold text-attention">Allergies</h3>
              <p className="font-semibold wrap-anywhere whitespace-pre-line">{animal.allergies}</p>
            </div>
          </div>
        ) : (
          <div>
            <h3 className="text-sm font-semibold text-ink-soft">Allergies</h3>
            <p>No known allergies</p>
          </div>
        )}
        <div>
          <h3 className="text-sm font-semibold text-ink-soft">Behaviour</h3>
          <NotesText notes={animal.behaviour_notes} none="No behaviour notes" />
        </div>
      </div>
    </Card>
  );
}
