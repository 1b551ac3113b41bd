import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { Places } from '../lib/places.ts';
import { openTemporary } from '../lib/temporary-files.ts';
import { holdFor } from './held.ts';
import { limitReading } from './sending-time.ts';
import { Transfers } from './transfers.ts';

/** How long a large answer waits for its turn to be made. */
const waitMs = 20_000;

/**
 * Answers of many megabytes: one is made at a time, and goes from the disk to its caller, because a slow line would
 * hold it in memory for minutes.
 */
export class LargeAnswers {
  private readonly underWay = new Transfers(60, 12);
  private readonly places = new Places(1, waitMs);

  /**
   * To be called before anything large is read, for a practice. The place is held until the answer is on its way.
   * @throws AppError `rate_limited`, `unavailable`
   */
  async begin(req: Request, res: Response, practice: string): Promise<void> {
    const end = this.underWay.begin(practice);
    res.once('close', end);
    if (res.closed) end();
    holdFor(req, await this.places.take(practice));
  }
}

/**
 * Sends JSON by way of the disk. Resolves when it is there, which is long before the caller has it.
 * @throws AppError `unavailable` when the disk does not take it
 */
export async function sendFromDisk(res: Response, json: string): Promise<void> {
  const { path, file } = await openTemporary();
  try {
    // Without its name it goes with the last who reads it, whatever becomes of this process.
    await rm(path);
    await file.writeFile(json);
    res.setHeader('Content-Length', (await file.stat()).size);
  } catch (error) {
    await file.close();
    throw new AppError('unavailable', {}, { cause: error });
  }
  limitReading(res);
  // A caller who goes away meanwhile is nobody's fault, and there is nobody left to tell.
  pipeline(file.createReadStream({ start: 0 }), res).catch(() => res.destroy());
}
