import type { SelectOption } from './select.tsx';

interface Species {
  id: number;
  name: string;
  active: '1' | '0';
}

/** The species to choose from: active ones, and `current`, the animal's own. */
export const speciesOptions = (species: readonly Species[], current: number | null = null): SelectOption[] =>
  species
    .filter(({ id, active }) => active === '1' || id === current)
    .map(({ id, name, active }) => ({
      value: String(id),
      label: active === '1' ? name : `${name} (no longer treated)`,
    }));
