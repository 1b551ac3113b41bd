import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../lib/app-error.ts';
import type { EventSource } from '../lib/handlers.ts';
import { limitReading } from './sending-time.ts';

/** Bounds of the streams of a process; times in milliseconds. */
interface StreamLimits {
  /** All together. */
  most: number;
  /** Of one session: a browser has six connections to a host for all its tabs, and needs some for itself. */
  mostEach: number;
  /** After so long the caller comes back, perhaps to another process. */
  longestMs: number;
  /** A word on a quiet line, so that nobody in between takes it for a dead one. */
  heartbeatMs: number;
  /** How often the session is looked at again. */
  lookAgainMs: number;
  /** How many bytes may wait for a caller who reads too slowly. */
  mostWaiting: number;
}

const usualLimits: StreamLimits = {
  most: 5000,
  mostEach: 3,
  longestMs: 30 * 60_000,
  heartbeatMs: 25_000,
  lookAgainMs: 60_000,
  mostWaiting: 64 * 1024,
};

/** After how many milliseconds a caller whose stream broke may come back. */
const retryMs = 5000;

interface Opening {
  req: IncomingMessage;
  res: ServerResponse;
  /** Names the session, for counting its streams. */
  session: number;
  source: EventSource<unknown>;
  /** Makes what is sent out of what the source says, as declared. */
  shape: (data: unknown) => unknown;
  /** Whether the caller may still listen. */
  mayStay: () => Promise<boolean>;
}

/** A stream that is open. */
interface Stream {
  /** Says that a newer one took its place, and ends it. */
  giveWay(): void;
}

/** The answers of this process that are streams of server-sent events. None holds a connection to the database. */
export class EventStreams {
  private readonly limits: StreamLimits;
  /** By session, the oldest stream first. */
  private readonly sessions = new Map<number, Set<Stream>>();
  private open = 0;

  constructor(limits: Partial<StreamLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /**
   * Answers with a stream that lasts until the caller leaves, reads too slowly or may no longer listen, the source ends,
   * or its time is over. One too many of a session ends its oldest.
   * @throws AppError `unavailable` when the process has as many as it can
   */
  begin(opening: Opening): void {
    const { res, session, source } = opening;
    const { most, mostEach, mostWaiting } = this.limits;
    if (res.closed || res.destroyed) return;
    if (this.open >= most) throw new AppError('unavailable');
    const write = (text: string): void => {
      res.write(text);
      if (res.writableLength > mostWaiting) res.destroy();
    };
    writeHead(opening);
    const end = (): void => void res.end();
    const stream: Stream = {
      giveWay: () => {
        write('event: replaced\ndata: {}\n\n');
        end();
      },
    };
    const streams = this.sessions.get(session) ?? new Set();
    this.sessions.set(session, streams.add(stream));
    this.open += 1;
    const timers = this.startTimers(opening, write, end);
    const stop = source.open((event, data) => {
      if (!res.writableEnded) write(`event: ${event}\ndata: ${JSON.stringify(opening.shape(data))}\n\n`);
    }, end);
    res.once('close', () => {
      stop();
      for (const timer of timers) clearInterval(timer);
      this.open -= 1;
      streams.delete(stream);
      if (streams.size === 0 && this.sessions.get(session) === streams) this.sessions.delete(session);
    });
    if (streams.size > mostEach) [...streams][0]?.giveWay();
  }

  private startTimers(
    { res, mayStay }: Opening,
    write: (text: string) => void,
    end: () => void,
  ): NodeJS.Timeout[] {
    const { heartbeatMs, lookAgainMs, longestMs } = this.limits;
    const lookAgain = async (): Promise<void> => {
      if (!(await mayStay())) end();
    };
    const beat = (): void => {
      if (!res.writableEnded) write(': still here\n\n');
    };
    return [
      setInterval(beat, heartbeatMs).unref(),
      setInterval(() => void lookAgain(), lookAgainMs).unref(),
      setTimeout(end, longestMs).unref(),
    ];
  }
}

function writeHead({ req, res }: Opening): void {
  req.streams = true;
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // What gathers or packs an answer on its way would hold the events back.
  res.setHeader('Cache-Control', 'no-store, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  limitReading(res);
  res.write(`retry: ${retryMs}\n\n`);
}
