// A plain model of recalls: days are numbers, and everything is in memory. It knows nothing of the product's code.

interface ModelType {
  id: number;
  serviceId: number;
  /** Days before (negative) and after the due date. */
  steps: readonly number[];
  cancelAfter: number;
  everyMonths: number;
}

export interface ModelDue {
  animalId: number;
  type: ModelType;
  /** Days since 1970. */
  on: number;
  isBooked: boolean;
  /** The day of the last step that a message was about. */
  covered: number;
}

export interface ModelClient {
  id: number;
  wantsRecalls: boolean;
  isArchived: boolean;
  lastRecall: number;
}

const dayMs = 86_400_000;
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The same day of a later month, or its last day. */
export function monthsLater(day: number, months: number): number {
  const date = new Date(day * dayMs);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return (
    Date.UTC(
      lastOfMonth.getUTCFullYear(),
      lastOfMonth.getUTCMonth(),
      Math.min(date.getUTCDate(), lastOfMonth.getUTCDate()),
    ) / dayMs
  );
}

const lastStepBy = ({ on, type }: ModelDue, day: number): number =>
  Math.max(...type.steps.map((step) => on + step).filter((at) => at <= day), -Infinity);

export class RecallModel {
  readonly clients = new Map<number, ModelClient>();
  /** By animal: its owner, while it is alive. */
  readonly owners = new Map<number, number>();
  readonly dues: ModelDue[] = [];

  remove(due: ModelDue): void {
    this.dues.splice(this.dues.indexOf(due), 1);
  }

  /** Care is given: the due date makes way for the next. */
  give(due: ModelDue, day: number): void {
    this.remove(due);
    const on = monthsLater(day, due.type.everyMonths);
    this.dues.push({ ...due, on, isBooked: false, covered: -Infinity });
  }

  die(animalId: number): void {
    this.owners.delete(animalId);
    for (const due of this.dues.filter((one) => one.animalId === animalId)) this.remove(due);
  }

  /** A new owner has had no message. */
  move(animalId: number, clientId: number): void {
    this.owners.set(animalId, clientId);
    for (const due of this.dues.filter((one) => one.animalId === animalId)) due.covered = -Infinity;
  }

  duesOf({ id }: ModelClient): ModelDue[] {
    return this.dues.filter(({ animalId }) => this.owners.get(animalId) === id);
  }

  /** Whether an animal's owner is a client of the practice now. */
  isWithClient(animalId: number): boolean {
    return this.clients.get(this.owners.get(animalId) ?? 0)?.isArchived === false;
  }

  /** The messages of a day, a line each: the client, and what it is about. */
  messagesOf(day: number): string[] {
    const homes = new Map<number, ModelDue[]>();
    for (const due of this.dues) {
      const client = this.clients.get(this.owners.get(due.animalId) ?? 0);
      if (!client?.wantsRecalls || client.isArchived || due.isBooked || day > due.on + due.type.cancelAfter)
        continue;
      if (client.lastRecall > day - 7) continue;
      homes.set(client.id, [...(homes.get(client.id) ?? []), due]);
    }
    return [...homes].flatMap(([clientId, dues]) => {
      if (!dues.some((due) => lastStepBy(due, day) > due.covered)) return [];
      const about = dues.filter((due) => lastStepBy(due, day + 6) > due.covered);
      for (const due of about) due.covered = lastStepBy(due, day + 6);
      (this.clients.get(clientId) as ModelClient).lastRecall = day;
      const lines = about.map(
        (due) => `${due.animalId}/${due.type.id}/${dateOf(due.on)}/${due.covered - due.on}`,
      );
      return [`${clientId}: ${lines.toSorted().join(' ')}`];
    });
  }
}
