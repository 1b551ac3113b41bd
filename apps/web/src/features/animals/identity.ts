import { microchipDoubt } from '@burrow/contracts/microchip';
import { isVeterinary } from '../../lib/business-type.ts';
import { usePractice } from '../../lib/practice.ts';
import { useAnimalsWithMicrochip } from './queries.ts';

/** How a practice calls the vet who usually treats an animal: 'Vet' if it isn't a veterinary practice itself. */
export function useVetLabel(): string {
  const type = usePractice()?.business_type ?? '';
  return /groom|board|walk|train/i.test(type) && !isVeterinary(type) ? 'Vet' : 'Usual vet';
}

/**
 * What is doubtful about a microchip number, in sentences: that it doesn't fit the standard, or that another animal has it.
 * @param chip in its stored form; null for none
 * @param animalId the animal whose number it is; null for a new one
 */
export function useMicrochipDoubts(chip: string | null, animalId: number | null): string[] {
  const others = (useAnimalsWithMicrochip(chip).data ?? []).filter(({ id }) => id !== animalId);
  if (chip === null) return [];
  const named = others.map(({ animal_name: name, client_name: client }) => `${name} (${client})`);
  return [
    microchipDoubt(chip),
    named.length === 0
      ? null
      : `${named.join(' and ')} ${named.length === 1 ? 'has' : 'have'} this microchip too.`,
  ].filter((sentence) => sentence !== null);
}
