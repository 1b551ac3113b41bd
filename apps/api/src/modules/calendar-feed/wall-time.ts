import type { ICalLuxonDateTimeStub } from 'ical-generator';

const formats: Readonly<Record<string, (iso: string) => string>> = {
  yyyyLLdd: (iso) => iso.slice(0, 10).replaceAll('-', ''),
  HHmmss: (iso) => iso.slice(11, 19).replaceAll(':', ''),
};

/**
 * An instant as a clock shows it that is known to be so many minutes from UTC, in one of the shapes that the library takes
 * times in a zone. A date that knows its zone would look its rules up again for each of its parts, thousands of times.
 */
export class WallTime implements ICalLuxonDateTimeStub {
  readonly isValid = true;
  readonly zone = { type: 'fixed' };
  private readonly instant: number;
  private readonly offsetMinutes: number;

  constructor(instant: number, offsetMinutes: number) {
    this.instant = instant;
    this.offsetMinutes = offsetMinutes;
  }

  setZone(): this {
    return this;
  }

  toFormat(format: string): string {
    const write = formats[format];
    if (!write) throw new Error(`A time on the wall cannot be written as ${format}.`);
    return write(new Date(this.instant + this.offsetMinutes * 60_000).toISOString());
  }

  toJSDate(): Date {
    return new Date(this.instant);
  }

  toJSON(): string {
    return this.toJSDate().toISOString();
  }
}
