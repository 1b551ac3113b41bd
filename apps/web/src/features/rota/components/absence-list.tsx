import type { AbsenceRecord } from '@burrow/contracts/absence';
import { useQuery } from '@tanstack/react-query';
import { Palmtree, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { absenceLabels, absenceTimes, absentName } from '../absence-words.ts';
import { AbsenceDialog } from '../dialogs/absence-dialog.tsx';

/** Absences from today on, of people, rooms and the practice. */
export function AbsenceList({
  people,
  isEditable,
}: {
  people: readonly { staff_id: number; name: string }[];
  isEditable: boolean;
}) {
  const formats = useFormats();
  const query = useQuery(actionQuery('absences', {}));
  const [editing, setEditing] = useState<AbsenceRecord | 'new' | null>(null);
  const [deleting, setDeleting] = useState<AbsenceRecord | null>(null);
  const add = (
    <Button
      size="small"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onClick={() => setEditing('new')}
    >
      Add absence
    </Button>
  );
  return (
    <Card title="Absences" flush actions={isEditable ? add : null}>
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the absences"
        empty={<EmptyState icon={<Palmtree />} title="No absences planned" />}
      >
        {(absences) => (
          <ul aria-label="Absences" className="divide-y divide-line">
            {absences.map((absence) => (
              <li
                key={absence.absence_id}
                className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[1fr_14rem_auto]"
              >
                <div className="min-w-0">
                  <p>
                    <span className="font-semibold">{absentName(absence)}</span>
                    <span className="text-ink-soft"> · {absenceLabels[absence.kind]}</span>
                  </p>
                  {absence.note === null ? null : (
                    <p className="text-sm wrap-anywhere text-ink-soft">{absence.note}</p>
                  )}
                </div>
                <p className="figures text-ink-soft max-sm:col-start-1 max-sm:text-sm">
                  {absenceTimes(absence, formats)}
                </p>
                {isEditable ? (
                  <div className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
                    <RowMenu
                      label={`Absence of ${absentName(absence)}, ${absenceTimes(absence, formats)}`}
                      entries={[
                        {
                          label: 'Edit',
                          icon: <Pencil aria-hidden="true" className="size-4" />,
                          onSelect: () => setEditing(absence),
                        },
                        {
                          label: 'Delete',
                          icon: <Trash2 aria-hidden="true" className="size-4" />,
                          tone: 'attention',
                          onSelect: () => setDeleting(absence),
                        },
                      ]}
                    />
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {editing === null ? null : (
        <AbsenceDialog
          absence={editing === 'new' ? null : editing}
          people={people}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting === null ? null : (
        <ConfirmCommand
          command="absence_delete"
          input={{ absence_id: deleting.absence_id }}
          title="Delete this absence?"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          done="Absence deleted"
          about="rota"
          failure="Failed to delete the absence"
          onClose={() => setDeleting(null)}
        >
          {absentName(deleting)}, {absenceTimes(deleting, formats)}
        </ConfirmCommand>
      )}
    </Card>
  );
}
