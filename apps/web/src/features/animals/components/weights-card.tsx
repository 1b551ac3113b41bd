import type { AnimalRecord, WeightRecord } from '@burrow/contracts/animal';
import { Scale, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutAnimal } from '../about-animal.ts';
import { AddWeightForm } from '../forms/add-weight-form.tsx';
import { useWeights } from '../queries.ts';
import { WeightChart } from './weight-chart.tsx';

/** Removes a weight without asking, with an Undo. */
function useRemoveWeight(animalId: number) {
  const remove = useCommand('animal_weight_delete');
  const add = useCommand('animal_weight_add');
  const about = aboutAnimal(animalId);
  const undo = ({ weight, measured_on }: WeightRecord) =>
    toast.tell(add.mutateAsync({ animal_id: animalId, weight, measured_on }), {
      done: `${weight} kg restored`,
      failed: 'Couldn’t restore the weight',
      about,
    });
  return {
    busyId: remove.isPending ? remove.variables.weight_id : null,
    remove: (weight: WeightRecord) =>
      toast.tell(remove.mutateAsync({ animal_id: animalId, weight_id: weight.id }), {
        done: 'Weight removed',
        failed: 'Couldn’t remove the weight',
        about,
        undo: () => undo(weight),
      }),
  };
}

/** Whether adding a weight again would restore it: it would belong to no visit note, and be the last of its day. */
const isRestorable = (weight: WeightRecord, weights: readonly WeightRecord[]): boolean =>
  !weight.in_visit_note && weights.findLast(({ measured_on: day }) => day === weight.measured_on) === weight;

/** Asks before removing a weight that can't be restored. */
function RemoveWeight({
  animalId,
  weight,
  onClose,
}: {
  animalId: number;
  weight: WeightRecord;
  onClose: () => void;
}) {
  const formats = useFormats();
  return (
    <ConfirmCommand
      command="animal_weight_delete"
      input={{ animal_id: animalId, weight_id: weight.id }}
      onClose={onClose}
      title={`Remove the weight of ${weight.weight} kg from ${formats.day(weight.measured_on)}?`}
      confirmLabel="Remove Weight"
      busyLabel="Removing..."
      done="Weight removed"
      about={aboutAnimal(animalId)}
      failure="Couldn’t remove the weight"
    >
      {weight.in_visit_note ? 'This also removes it from the visit note, even if the note is locked. ' : ''}
      This cannot be undone.
    </ConfirmCommand>
  );
}

function WeightTable({ animalId, weights }: { animalId: number; weights: readonly WeightRecord[] }) {
  const formats = useFormats();
  const { remove, busyId } = useRemoveWeight(animalId);
  const [asked, setAsked] = useState<WeightRecord | null>(null);
  return (
    <details className="group border-t border-line">
      <summary className="px-4 py-2.5 font-semibold text-brand">All weights ({weights.length})</summary>
      <KeepFocus className="max-h-80 overflow-y-auto border-t border-line outline-none">
        <Table caption="Weights, newest first">
          <thead>
            <tr>
              <Th>Date</Th>
              <Th className="text-right">Weight</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {weights.toReversed().map((weight) => (
              <Tr key={weight.id}>
                <Td className="figures py-1">{formats.day(weight.measured_on)}</Td>
                <Td className="figures py-1 text-right">{weight.weight} kg</Td>
                <Td className="py-1 text-right">
                  <IconButton
                    label={`Remove ${weight.weight} kg of ${formats.day(weight.measured_on)}`}
                    icon={<Trash2 className="size-4" />}
                    disabled={busyId === weight.id}
                    onClick={() => (isRestorable(weight, weights) ? remove(weight) : setAsked(weight))}
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </KeepFocus>
      {asked ? <RemoveWeight animalId={animalId} weight={asked} onClose={() => setAsked(null)} /> : null}
    </details>
  );
}

/** The last weight, and the change since the one before. */
function LatestWeight({ weights }: { weights: readonly WeightRecord[] }) {
  const formats = useFormats();
  const last = weights.at(-1);
  const before = weights.at(-2);
  if (last === undefined) return null;
  const change = before && Math.round((Number(last.weight) - Number(before.weight)) * 1000) / 1000;
  const sign = change === undefined || change === 0 ? '±' : change > 0 ? '+' : '−';
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="figures text-xl font-bold">{last.weight} kg</span>
      <span className="figures text-sm text-ink-soft">
        on {formats.day(last.measured_on)}
        {change === undefined || before === undefined
          ? ''
          : `, ${sign}${formats.number(Math.abs(change))} kg since ${formats.day(before.measured_on)}`}
      </span>
    </p>
  );
}

/** The animal's weights over time, to add to and remove from. */
export function WeightsCard({ animal }: { animal: AnimalRecord }) {
  const query = useWeights(animal.id);
  const { data } = query;
  return (
    <Card title="Weight History" flush>
      <QueryView
        query={query}
        skeleton={
          <div className="p-4">
            <Skeleton className="h-44" />
          </div>
        }
        failure="Couldn’t load the weights"
        empty={<EmptyState icon={<Scale />} title="No weights recorded yet" />}
      >
        {(weights) => (
          <div className="flex flex-col gap-2 px-4 pt-3 pb-2">
            <LatestWeight weights={weights} />
            <WeightChart weights={weights} />
          </div>
        )}
      </QueryView>
      {data ? (
        <div className="border-t border-line p-4">
          <AddWeightForm animal={animal} weights={data} />
        </div>
      ) : null}
      {data && data.length > 0 ? <WeightTable animalId={animal.id} weights={data} /> : null}
    </Card>
  );
}
