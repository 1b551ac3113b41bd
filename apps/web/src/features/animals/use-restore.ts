import type { AnimalRecord } from '@burrow/contracts/animal';
import { plural } from '../../lib/format.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutAnimal } from './about-animal.ts';
import type { ArchiveReason } from './archive-reasons.ts';

/** Restores an archived animal and confirms it: `const { restore, busy } = useRestore(animal)`. */
export function useRestore(animal: Pick<AnimalRecord, 'id' | 'animal_name'>) {
  const command = useCommand('animal_restore');
  const restore = () => {
    if (command.isPending) return;
    toast.tell(command.mutateAsync({ animal_id: animal.id }), {
      done: `${animal.animal_name} restored`,
      failed: 'Couldn’t restore the animal',
      about: aboutAnimal(animal.id),
    });
  };
  return { restore, busy: command.isPending };
}

/** Confirms that an animal was archived and how many appointments were cancelled, with an Undo. */
export function useArchiveToast(animal: AnimalRecord) {
  const { restore } = useRestore(animal);
  return (reason: ArchiveReason, cancelled: number) => {
    const name = animal.animal_name;
    toast.success(reason === 'deceased' ? `The record of ${name} is archived` : `${name} is archived`, {
      about: aboutAnimal(animal.id),
      ...(cancelled === 0
        ? {}
        : { description: `${plural(cancelled, 'appointment')} cancelled. Undo doesn’t restore them.` }),
      undo: restore,
    });
  };
}
