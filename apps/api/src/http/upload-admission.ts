import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { FairSemaphore } from '../lib/fair-semaphore.ts';
import { temporaryFolderError } from '../lib/temporary-files.ts';
import { holdForRequest } from './request-resources.ts';
import { limitRequestTime, maxMs } from './request-timeout.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** The uploader, when the key was checked before the body. */
export interface KnownCaller {
  /** Of a practice: its staff, or its clients; see `quotaKeyOf`. */
  quotaKey: string;
  person: string;
}

/** How many uploads may be in progress at once: each takes a file on the disk and no memory. */
const maxArriving = 60;
const maxPerQuotaKey = 12;
const maxPerPerson = 4;

/** Of callers whose key comes with the body, so they are still unknown: counted by address. */
const maxOfStrangers = 12;
const maxOfStrangersEach = 4;

/** How long a received file waits for its turn. */
const waitMs = 60_000;

/** Receives uploads on the disk, many at a time and at any speed, and admits a few at a time into memory. */
export class UploadAdmission {
  private readonly perQuotaKey = new ConcurrencyLimit(maxArriving, maxPerQuotaKey);
  private readonly perPerson = new ConcurrencyLimit(maxArriving, maxPerPerson);
  private readonly strangers = new ConcurrencyLimit(maxOfStrangers, maxOfStrangersEach);
  private readonly places: FairSemaphore;

  /** @param atOnce how many may be in memory */
  constructor(atOnce: number) {
    this.places = new FairSemaphore(atOnce, waitMs);
  }

  /**
   * Call it before a body is read. Returns a function that waits for the turn to read the received body into memory;
   * turns are shared fairly by quota key.
   * @throws AppError `rate_limited`, `unavailable`; when waiting `unavailable`, and `malformed_body` when the caller
   * has disconnected
   */
  begin(req: Request, res: Response, caller: KnownCaller | undefined): () => Promise<void> {
    const quotaKey = caller ? caller.quotaKey : `stranger ${callerNetwork(req.ip)}`;
    if (caller) {
      holdForRequest(req, this.perQuotaKey.begin(caller.quotaKey));
      holdForRequest(req, this.perPerson.begin(caller.person));
      limitRequestTime(req, maxMs);
    } else {
      holdForRequest(req, this.strangers.begin(quotaKey));
    }
    return async () => {
      holdForRequest(req, await this.places.take(quotaKey));
      if (res.closed) throw new AppError('malformed_body');
    };
  }
}

/** The error of a body that could not be stored: the disk's, or else the caller's. */
export function arrivalError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isOfDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'read';
  return isOfDisk ? temporaryFolderError(error) : new AppError('malformed_body', {}, { cause: error });
}
