import { maxCareTypes } from '@burrow/contracts/care-limits';
import type { WorkContext } from '../../context/context.ts';
import { careTypesInUse, type CareTypeInUse, type NamedCareType } from '../care/public.ts';
import { vaccinesInUse, type VaccineInUse } from '../medicine/public.ts';
import type { VaccinationDraft } from './row-reader.ts';

type Wrong = { wrong: string };

const named = <Item extends { name: string }>(items: readonly Item[], name: string): Item[] =>
  items.filter((one) => one.name.toLowerCase() === name.toLowerCase());
const fits = (item: { species_id: number | null }, speciesId: number): boolean =>
  item.species_id === null || item.species_id === speciesId;

/** Finds the recall types and vaccines that rows name: the practice's own, in use and for the animal's species. */
export class RecallTypes {
  private readonly types: readonly CareTypeInUse[];
  private readonly vaccines: ReadonlyMap<string, VaccineInUse>;
  /** The names of those that earlier rows add, in lower case. */
  private readonly added = new Set<string>();

  constructor(types: readonly CareTypeInUse[], vaccines: readonly VaccineInUse[]) {
    this.types = types;
    this.vaccines = new Map(vaccines.map((one) => [one.name.toLowerCase(), one]));
  }

  /** The recall type of a due date; one that the practice lacks is added, up to the limit of a practice. */
  forDueDate(name: string, speciesId: number): NamedCareType | Wrong {
    const found = this.find(name, speciesId);
    if (found !== null) return found;
    const isFull = this.types.length + this.added.size >= maxCareTypes;
    return isFull && !this.added.has(name.toLowerCase()) ? { wrong: tooMany(name) } : { id: null, name };
  }

  /** Counts a recall type that a row adds. */
  add({ id, name }: NamedCareType): void {
    if (id === null) this.added.add(name.toLowerCase());
  }

  /** The vaccine of the practice's list and the recall type that a vaccination counts as, null for none. */
  forVaccination(
    { product, nextOn, careType }: VaccinationDraft,
    speciesId: number,
  ): { vaccine: VaccineInUse | null; careTypeId: number | null } | Wrong {
    const found = this.vaccines.get(product.toLowerCase());
    const vaccine = found && fits(found, speciesId) ? found : null;
    const own = this.types.find((type) => type.id === vaccine?.care_type_id && fits(type, speciesId));
    if (careType === null) {
      if (own === undefined && nextOn !== null) return { wrong: noTypeOf(product) };
      return { vaccine, careTypeId: own?.id ?? null };
    }
    const type = this.find(careType, speciesId);
    if (type === null) return { wrong: unknown(careType) };
    if ('wrong' in type) return type;
    if (own !== undefined && own.id !== type.id) return { wrong: otherType(product, own.name, type.name) };
    return { vaccine, careTypeId: type.id };
  }

  /** Null if the practice has none of this name. */
  private find(name: string, speciesId: number): CareTypeInUse | Wrong | null {
    const all = named(this.types, name);
    const [type, other] = all.filter((one) => fits(one, speciesId));
    if (type !== undefined && other !== undefined) return { wrong: ambiguous(name) };
    return type ?? (all.length > 0 ? { wrong: otherSpecies(name) } : null);
  }
}

/** The practice's recall types and vaccines, as they are now. */
export async function recallTypesOf(ctx: Pick<WorkContext, 'tx' | 'tenantId'>): Promise<RecallTypes> {
  const [types, vaccines] = await Promise.all([careTypesInUse(ctx), vaccinesInUse(ctx)]);
  return new RecallTypes(types, vaccines);
}

const ambiguous = (name: string): string =>
  `You have more than one recall type “${name}” for this species. Rename or archive one in Settings → Recalls.`;
const otherSpecies = (name: string): string =>
  `Your recall type “${name}” is for another species. Enter another, or change it in Settings → Recalls.`;
const tooMany = (name: string): string =>
  `You can have up to ${maxCareTypes} recall types, so “${name}” can’t be added. Enter one of yours, or archive those you don’t use in Settings → Recalls.`;
const unknown = (name: string): string =>
  `You have no recall type “${name}”. Enter one of yours, or add it in Settings → Recalls.`;
const noTypeOf = (vaccine: string): string =>
  `Your list has no recall type for “${vaccine}”, so there would be no due date. Set one in Settings → Medicines, or enter one in a column of the file.`;
const otherType = (vaccine: string, own: string, typed: string): string =>
  `In your list, “${vaccine}” counts as “${own}”, not as “${typed}”. Correct the row, or the vaccine in Settings → Medicines.`;
