import { messageOf } from '../../lib/api-error.ts';
import { fileProblem } from '../../lib/file-rules.ts';

export interface UploadItem {
  id: number;
  name: string;
  size: number;
  state: 'pending' | 'uploading' | 'success' | 'error';
  /** The uploaded part, from 0 to 1. */
  progress: number;
  /** The error message. */
  problem: string | null;
  /** Whether a retry may succeed. */
  canRetry: boolean;
}

export type Send = (file: File, onProgress: (done: number) => void, signal: AbortSignal) => Promise<unknown>;

const atOnce = 2;
/** How long a success stays listed. */
const successMs = 3000;

/**
 * The uploads to one record: two at a time, the others wait. The queue outlives the page, and keeps failed uploads
 * until they are retried or dismissed.
 */
export class UploadQueue {
  private items: readonly UploadItem[] = [];
  private readonly files = new Map<number, { file: File; stop: AbortController }>();
  private readonly listeners = new Set<() => void>();
  private readonly send: Send;
  private lastId = 0;

  constructor(send: Send) {
    this.send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly UploadItem[] => this.items;

  get busy(): boolean {
    return this.items.some(({ state }) => state === 'pending' || state === 'uploading');
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const problem = fileProblem(file);
      const id = (this.lastId += 1);
      this.files.set(id, { file, stop: new AbortController() });
      this.become([
        ...this.items,
        {
          id,
          name: file.name,
          size: file.size,
          state: problem ? 'error' : 'pending',
          progress: 0,
          problem,
          canRetry: false,
        },
      ]);
    }
    this.sendNext();
  }

  retry(id: number): void {
    this.change(id, { state: 'pending', progress: 0, problem: null });
    this.sendNext();
  }

  /** Removes an item from the list; stops an upload in progress. */
  dismiss(id: number): void {
    this.files.get(id)?.stop.abort();
    this.files.delete(id);
    this.become(this.items.filter((item) => item.id !== id));
    this.sendNext();
  }

  private sendNext(): void {
    const underWay = this.items.filter(({ state }) => state === 'uploading').length;
    const next = this.items.filter(({ state }) => state === 'pending').slice(0, atOnce - underWay);
    for (const { id } of next) void this.sendOne(id);
  }

  private async sendOne(id: number): Promise<void> {
    const entry = this.files.get(id);
    if (!entry) return;
    this.change(id, { state: 'uploading' });
    try {
      await this.send(entry.file, (progress) => this.change(id, { progress }), entry.stop.signal);
      this.change(id, { state: 'success', progress: 1 });
      setTimeout(() => this.dismiss(id), successMs);
    } catch (error) {
      const reason = messageOf(error, '');
      const problem = reason === '' ? 'Upload failed' : `Upload failed: ${reason}`;
      this.change(id, { state: 'error', problem, canRetry: true });
    }
    this.sendNext();
  }

  private change(id: number, changed: Partial<UploadItem>): void {
    this.become(this.items.map((item) => (item.id === id ? { ...item, ...changed } : item)));
  }

  private become(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}
