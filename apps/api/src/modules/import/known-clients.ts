import type { AnimalDetails } from '../animal/public.ts';
import type { ClientContact, ClientToMatch } from '../client/public.ts';
import { comparable, type AnimalDraft, type ClientDraft, type DueDraft } from './row-reader.ts';

const lower = (text: string): string => text.toLowerCase();

/** Whether the practice had a record, or this file adds it. */
export type Origin = 'practice' | 'file';

export interface KnownAnimal {
  /** Null for one that is not written yet. */
  id: number | null;
  name: string;
  /** 0 for none, or one that the practice doesn't have yet. */
  speciesId: number;
  /** The number of its microchip. */
  chip: string | null;
  origin: Origin;
  details: AnimalDetails;
  /** Its vaccinations, as {@link vaccinationKey} names them. */
  vaccinations: Set<string>;
  /** Its due dates, without those planned from its age. */
  dueDates: DueDraft[];
}

/** The due dates of an animal for a recall type. */
export const dueDatesFor = (animal: KnownAnimal, careType: string): DueDraft[] =>
  animal.dueDates.filter((one) => lower(one.careType) === lower(careType));

/** Tells one vaccination of an animal from another. */
export const vaccinationKey = ({ product, on }: { product: string; on: string }): string =>
  `${on} ${lower(product)}`;

export interface KnownClient {
  /** Null for one who is not written yet. */
  id: number | null;
  name: string;
  archived: boolean;
  origin: Origin;
  details: ClientContact;
  animals: KnownAnimal[];
}

/** How a client was matched: 1 phone, 2 email, 3 name and address. The lower one takes precedence. */
export type Rank = 1 | 2 | 3;
export const foundBy: Record<Rank, string> = { 1: 'phone', 2: 'email', 3: 'name and address' };

/** A client that a row matches, and how. */
export interface FoundClient {
  client: KnownClient;
  rank: Rank;
}

/** Whether two records have the same name. */
export const haveSameName = (one: { name: string }, other: { name: string | undefined }): boolean =>
  lower(one.name) === lower(other.name ?? '');

/** A client in the form in which the database looks for matches. */
export const clientToMatch = ({ phone, email, name, address, postcode }: ClientDraft): ClientToMatch => ({
  phone: phone ?? null,
  email: email ?? null,
  name: name ?? null,
  postcode,
  address: address ?? null,
});

/** The list of a key, added if there is none. */
function listAt<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Clients of earlier rows, matched by the same rules as those of the database (same_clients). */
export class KnownClients {
  private readonly byPhone = new Map<string, KnownClient>();
  private readonly byEmail = new Map<string, KnownClient[]>();
  private readonly byName = new Map<string, { client: KnownClient; address: string; isBare: boolean }[]>();

  /** Records a client of a row. */
  add(client: KnownClient, draft: ClientDraft): void {
    const { phone, email, name, address } = draft;
    if (phone) this.claimPhone(phone, client);
    if (email) listAt(this.byEmail, email).push(client);
    if (!name) return;
    const isBare = !phone && !email && !address;
    listAt(this.byName, lower(name)).push({ client, address: comparable(address ?? ''), isBare });
  }

  /** Records who is about to get a number. @returns whether it is free */
  claimPhone(phone: string, client: KnownClient): boolean {
    if (this.byPhone.has(phone)) return false;
    this.byPhone.set(phone, client);
    return true;
  }

  find(draft: ClientDraft): FoundClient | null {
    const { phone, email, name } = draft;
    const withPhone = phone ? this.byPhone.get(phone) : undefined;
    if (withPhone) return { client: withPhone, rank: 1 };
    const withEmail = email ? this.withEmail(email, draft) : undefined;
    if (withEmail) return { client: withEmail, rank: 2 };
    const namesake = name ? this.namesake(name, draft) : undefined;
    return namesake ? { client: namesake, rank: 3 } : null;
  }

  /** The one of the same name, or else the first; an email alone is no match if both have a phone. */
  private withEmail(email: string, { name, phone }: ClientDraft): KnownClient | undefined {
    const namesakes = name ? this.byName.get(lower(name)) : undefined;
    return (
      namesakes?.find(({ client }) => client.details.email === email)?.client ??
      this.byEmail.get(email)?.find(({ details }) => !phone || details.phone === null)
    );
  }

  private namesake(name: string, { phone, email, address, postcode }: ClientDraft): KnownClient | undefined {
    const wanted = comparable(address ?? '');
    return this.byName.get(lower(name))?.find((one) => {
      if (postcode !== null) return one.address.includes(postcode);
      if (wanted !== '') return one.address === wanted;
      return !phone && !email && one.isBare;
    })?.client;
  }
}

/** The animal of a client in a row: matched by its microchip, or by its name unless the microchips differ. */
export function animalOf(client: KnownClient, { name, microchip }: AnimalDraft): KnownAnimal | null {
  const byChip = microchip ? client.animals.find((one) => one.chip === microchip) : undefined;
  if (byChip) return byChip;
  const namesakes = client.animals.filter((one) => lower(one.name) === lower(name));
  return namesakes.find((one) => one.chip === null || !microchip) ?? null;
}

/** An animal of the file that is not written yet. */
export const animalToAdd = (draft: AnimalDraft, speciesId: number): KnownAnimal => ({
  id: null,
  name: draft.name,
  speciesId,
  chip: draft.microchip ?? null,
  origin: 'file',
  details: {
    dob: draft.dob ?? null,
    gender: draft.gender ?? null,
    breed: draft.breed ?? null,
    color: draft.color ?? null,
    allergies: draft.allergies ?? null,
    no_known_allergies: draft.no_known_allergies || null,
    behaviour_notes: draft.behaviour_notes ?? null,
    notes: draft.notes ?? null,
    microchip: draft.microchip ?? null,
    insurer: draft.insurer ?? null,
    policy: draft.policy ?? null,
    usual_vet: draft.usual_vet ?? null,
  },
  vaccinations: new Set(),
  dueDates: [],
});
