import type { AbsenceRecord } from '@burrow/contracts/absence';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Pencil, Plus, Trash2 } from 'lucide-react';
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
import { AbsenceDialog, type AbsenceChoice } from '../dialogs/absence-dialog.tsx';

interface AbsenceListProps {
  title: string;
  empty: string;
  /** The absences to show; all unless given. */
  isShown?: (absence: AbsenceRecord) => boolean;
  /** Who and what can be chosen for a new absence, which can only be added with it. */
  choice?: Exclude<AbsenceChoice, { resource: unknown }>;
  isEditable: boolean;
}

/** Absences from today on: of people, rooms and the practice, or those that are chosen. */
export function AbsenceList({ title, empty, isShown, choice, isEditable }: AbsenceListProps) {
  const formats = useFormats();
  const query = useQuery({
    ...actionQuery('absences', {}),
    select: (all: AbsenceRecord[]) => (isShown ? all.filter(isShown) : all),
  });
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
    <Card title={title} flush actions={isEditable && choice ? add : null}>
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the absences"
        empty={<EmptyState icon={<CalendarOff />} title={empty} />}
      >
        {(absences) => (
          <ul aria-label={title} className="divide-y divide-line">
            {absences.map((absence) => (
              <li
                key={absence.absence_id}
                className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[1fr_auto_auto]"
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
          choice={choice ?? { people: [], resources: [] }}
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
          failure="Couldn’t delete the absence."
          onClose={() => setDeleting(null)}
        >
          {absentName(deleting)}, {absenceTimes(deleting, formats)}
        </ConfirmCommand>
      )}
    </Card>
  );
}
