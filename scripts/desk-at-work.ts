import type pg from 'pg';
import type { Caller } from '../bench/load.ts';
import type { dice } from '../apps/api/src/testing/dice.ts';

/** What a receptionist books with. */
export interface Diary {
  pets: readonly { client_id: number; animal_id: number }[];
  staffIds: readonly number[];
  serviceIds: readonly number[];
  /** Ids of existing appointments that only this receptionist changes. */
  upcoming: readonly number[];
}

/** What an appointment was confirmed to be; undefined where it is not known. */
interface Confirmed {
  booking_date?: string;
  booking_time?: string;
  staff_id?: number | null;
  status?: string;
}

const daysAhead = 25;

/** Creates, moves and cancels appointments one after the other until its end, and remembers what was confirmed. */
export class DeskAtWork {
  readonly counts = { created: 0, moved: 0, cancelled: 0, refused: 0 };
  /** Answers other than 200 and 409. */
  readonly failures: string[] = [];
  longestMs = 0;
  private readonly confirmed = new Map<number, Confirmed>();
  private readonly caller: Caller;
  private readonly diary: Diary;
  private readonly roll: ReturnType<typeof dice>;
  private works = true;
  private readonly done: Promise<void>;

  constructor(caller: Caller, diary: Diary, roll: ReturnType<typeof dice>) {
    this.caller = caller;
    this.diary = diary;
    this.roll = roll;
    for (const id of diary.upcoming) this.confirmed.set(id, {});
    this.done = this.work();
  }

  /** Finishes the current call. */
  async end(): Promise<void> {
    this.works = false;
    await this.done;
  }

  /** The confirmed appointments that are not in the database as confirmed. */
  async lost(db: pg.Client): Promise<object[]> {
    const expected = [...this.confirmed].map(([id, state]) => ({ id, ...state }));
    const { rows } = await db.query<object>(
      `select e.* from jsonb_to_recordset($1) as e
         (id bigint, booking_date date, booking_time time, staff_id bigint, status text)
       left join bookings b on b.id = e.id
       where b.id is null or b.booking_date <> e.booking_date or b.booking_time <> e.booking_time
         or (e.booking_date is not null and b.staff_id is distinct from e.staff_id) or b.status <> e.status`,
      [JSON.stringify(expected)],
    );
    return rows;
  }

  private async work(): Promise<void> {
    while (this.works) {
      const choice = this.roll(10);
      const open = [...this.confirmed].filter(([, { status }]) => status !== 'cancelled');
      const [id, state] = open[this.roll(Math.max(1, open.length))] ?? [0, {}];
      if (choice < 4 || id === 0) await this.create();
      else if (choice < 8) await this.move(id, state);
      else await this.cancel(id, state);
    }
  }

  private one<T>(list: readonly T[]): T {
    return list[this.roll(list.length)] as T;
  }

  /** A quarter of an hour in the next weeks, with a person. */
  private place(): { booking_date: string; booking_time: string; staff_id: number } {
    const day = new Date(Date.now() + (1 + this.roll(daysAhead)) * 86_400_000);
    const minutes = 480 + this.roll(40) * 15;
    return {
      booking_date: day.toISOString().slice(0, 10),
      booking_time: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
      staff_id: this.one(this.diary.staffIds),
    };
  }

  private async create(): Promise<void> {
    const place = this.place();
    const service_id = this.one(this.diary.serviceIds);
    const wanted = { ...this.one(this.diary.pets), service_id, duration_minutes: 30, ...place };
    const body = await this.send('booking_create', wanted);
    if (!body) return;
    this.confirmed.set((body as { booking_id: number }).booking_id, { ...place, status: 'confirmed' });
    this.counts.created += 1;
  }

  private async move(booking_id: number, state: Confirmed): Promise<void> {
    const place = this.place();
    if (!(await this.send('booking_update', { booking_id, ...place }))) return;
    this.confirmed.set(booking_id, { ...state, ...place });
    this.counts.moved += 1;
  }

  private async cancel(booking_id: number, state: Confirmed): Promise<void> {
    if (!(await this.send('booking_status_update', { booking_id, status: 'cancelled' }))) return;
    this.confirmed.set(booking_id, { ...state, status: 'cancelled' });
    this.counts.cancelled += 1;
  }

  /** The answer, or undefined when it was refused as busy or failed. */
  private async send(action: string, body: Record<string, unknown>): Promise<unknown> {
    const answer = await this.caller.post({ path: `/api/${action}`, body });
    this.longestMs = Math.max(this.longestMs, answer.ms);
    if (answer.status === 200) return answer.body;
    if (answer.status === 409) this.counts.refused += 1;
    else this.failures.push(`${action}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  }
}
