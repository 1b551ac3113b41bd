import type { AnimalRecord } from '@burrow/contracts/animal';
import { messageOf } from '../../lib/api-error.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutAnimal } from './about-animal.ts';
import type { ArchiveReason } from './archive-reasons.ts';

/** Takes an animal back into use and says so: `const { restore, busy } = useRestore(animal)`. */
export function useRestore(animal: Pick<AnimalRecord, 'id' | 'animal_name'>) {
  const command = useCommand('animal_restore');
  const about = aboutAnimal(animal.id);
  const restore = () => {
    if (command.isPending) return;
    command.mutate(
      { animal_id: animal.id },
      {
        onSuccess: () => toast.success(`${animal.animal_name} is active again`, { about }),
        onError: (error) =>
          toast.error('Failed to restore animal', { about, description: messageOf(error, '') }),
      },
    );
  };
  return { restore, busy: command.isPending };
}

/** Says that an animal was archived, with the way back; and how many appointments went with it. */
export function useArchiveToast(animal: AnimalRecord) {
  const { restore } = useRestore(animal);
  return (reason: ArchiveReason, cancelled: number) => {
    const name = animal.animal_name;
    toast.success(reason === 'deceased' ? `The record of ${name} is archived` : `${name} is archived`, {
      about: aboutAnimal(animal.id),
      ...(cancelled === 0
        ? {}
        : { description: `${cancelled} ${cancelled === 1 ? 'appointment' : 'appointments'} cancelled.` }),
      action: { label: 'Undo', onPress: restore },
    });
  };
}
