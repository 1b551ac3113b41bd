import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

type Kept = Record<string, [string, unknown][]>;

/** Objects by name, stored in a file so that they survive a restart. */
export class StripeFile {
  private readonly path: string;
  private readonly kinds: Readonly<Record<string, Map<string, unknown>>>;

  constructor(path: string, kinds: Readonly<Record<string, Map<string, unknown>>>) {
    this.path = path;
    this.kinds = kinds;
  }

  /** Restores what was stored. @throws for a file that another program has written */
  read(): void {
    if (!existsSync(this.path)) return;
    const kept = JSON.parse(readFileSync(this.path, 'utf8')) as Kept;
    for (const [kind, things] of Object.entries(this.kinds)) {
      for (const [name, thing] of kept[kind] ?? []) things.set(name, thing);
    }
  }

  write(): void {
    const entries = Object.entries(this.kinds).map(([kind, things]) => [kind, [...things]]);
    // Write atomically: a process that is killed midway must not lose the previous state.
    const unfinished = `${this.path}.new`;
    writeFileSync(unfinished, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
    renameSync(unfinished, this.path);
  }
}
