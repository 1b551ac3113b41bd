import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { Places } from '../lib/places.ts';
import { temporaryFolderError } from '../lib/temporary-files.ts';
import { holdFor } from './held.ts';
import { limitSending, longestMs } from './sending-time.ts';
import { Transfers } from './transfers.ts';

/** The uploader, when the key was checked before the body. */
export interface KnownCaller {
  /** Of a practice: its staff, or its clients; see `partyOf`. */
  party: string;
  person: string;
}

/** How many uploads may be in progress at once: each takes a file on the disk and no memory. */
const mostArriving = 60;
const mostOfParty = 12;
const mostOfPerson = 4;

/** Of callers whose key comes with the body, so they are still unknown: counted by address. */
const mostOfStrangers = 12;
const mostOfStrangersEach = 4;

/** How long a received file waits for its turn. */
const waitMs = 60_000;

/** Receives uploads on the disk, many at a time and at any speed, and admits a few at a time into memory. */
export class Arrivals {
  private readonly parties = new Transfers(mostArriving, mostOfParty);
  private readonly people = new Transfers(mostArriving, mostOfPerson);
  private readonly strangers = new Transfers(mostOfStrangers, mostOfStrangersEach);
  private readonly places: Places;

  /** @param atOnce how many may be in memory */
  constructor(atOnce: number) {
    this.places = new Places(atOnce, waitMs);
  }

  /**
   * Call it before a body is read. Returns a function that waits for the turn to read the received body into memory;
   * turns are shared fairly by party.
   * @throws AppError `rate_limited`, `unavailable`; when waiting `unavailable`, and `malformed_body` when the caller
   * has disconnected
   */
  begin(req: Request, res: Response, caller: KnownCaller | undefined): () => Promise<void> {
    const party = caller ? caller.party : `stranger ${callerNetwork(req.ip)}`;
    if (caller) {
      holdFor(req, this.parties.begin(caller.party));
      holdFor(req, this.people.begin(caller.person));
      limitSending(req, longestMs);
    } else {
      holdFor(req, this.strangers.begin(party));
    }
    return async () => {
      holdFor(req, await this.places.take(party));
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
