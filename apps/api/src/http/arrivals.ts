import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { Places } from '../lib/places.ts';
import { temporaryFolderError } from '../lib/temporary-files.ts';
import { holdFor } from './held.ts';
import { limitSending, longestMs } from './sending-time.ts';
import { Transfers } from './transfers.ts';

/** Who sends a file, when their key was looked at before its body. */
export interface KnownCaller {
  /** Of a practice: its staff, or its clients; see `partyOf`. */
  party: string;
  person: string;
}

/** How many files may arrive at once: they take a file on the disk each and no memory. */
const mostArriving = 60;
const mostOfParty = 12;
const mostOfPerson = 4;

/** Of callers whose key comes with the body, so that nobody knows them yet: counted by their address. */
const mostOfStrangers = 12;
const mostOfStrangersEach = 4;

/** How long a file that has arrived waits for its turn. */
const waitMs = 60_000;

/** Lets files arrive on the disk, many at a time and as slowly as their lines are, and be worked on a few at a time. */
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
   * To be called before a body is read. Answers how to wait for the turn to read it into memory once it has arrived;
   * turns go round by party.
   * @throws AppError `rate_limited`, `unavailable`; when waiting `unavailable`, and `malformed_body` when nobody waits for
   *   the answer any more
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

/** What went wrong while a body went to the disk: the disk, or else what the caller sent. */
export function arrivalError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isOfDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'read';
  return isOfDisk ? temporaryFolderError(error) : new AppError('malformed_body', {}, { cause: error });
}
