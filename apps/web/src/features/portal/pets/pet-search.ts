import type { PortalAnimal } from '@burrow/contracts/portal';

type Searched = Pick<PortalAnimal, 'animal_name' | 'breed' | 'color'>;

/** The pets whose name, breed or colour contains what was typed, whatever its case; all of them for nothing. */
export function petsMatching<Pet extends Searched>(pets: readonly Pet[], typed: string): readonly Pet[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return pets;
  return pets.filter(({ animal_name: name, breed, color }) =>
    [name, breed, color].some((text) => text?.toLocaleLowerCase().includes(wanted)),
  );
}
