import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventSource } from '../context/handlers.ts';
import { AppError } from '../lib/app-error.ts';
import { limitReading } from './request-timeout.ts';

/** Bounds of the streams of a process; times in milliseconds. */
interface StreamLimits {
  /** In total. */
  most: number;
  /** Per practice, including its pet owners, so that the rest remain for other practices. */
  maxOfPractice: number;
  /** Per session: a browser has six connections to a host for all its tabs, and needs some for itself. */
  maxEach: number;
  /** After this long the caller reconnects, perhaps to another process. */
  maxMs: number;
  /** A heartbeat on an idle connection, so that no proxy closes it. */
  heartbeatMs: number;
  /** How often the session is checked again. */
  lookAgainMs: number;
  /** How many bytes may be buffered for a slow reader. */
  maxWaiting: number;
}

const usualLimits: StreamLimits = {
  most: 5000,
  maxOfPractice: 500,
  maxEach: 3,
  maxMs: 30 * 60_000,
  heartbeatMs: 25_000,
  lookAgainMs: 60_000,
  maxWaiting: 64 * 1024,
};

/** The delay in milliseconds before a caller whose stream broke may reconnect. */
const retryMs = 5000;

interface Opening {
  req: IncomingMessage;
  res: ServerResponse;
  /** Identifies the session, for counting its streams. */
  session: number;
  /** Null for a superadmin. */
  practice: number | null;
  source: EventSource<unknown>;
  /** Formats an event of the source, as declared. */
  shape: (data: unknown) => unknown;
  /** Whether the caller may still listen. */
  mayStay: () => Promise<boolean>;
}

interface Stream {
  /** Reports that a newer one took its place, and ends it. */
  giveWay(): void;
}

/** The server-sent event streams of this process. None holds a database connection. */
export class EventStreams {
  private readonly limits: StreamLimits;
  /** By session, the oldest stream first. */
  private readonly sessions = new Map<number, Set<Stream>>();
  /** Open streams by practice. */
  private readonly practices = new Map<number | null, number>();
  private open = 0;

  constructor(limits: Partial<StreamLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  get openNow(): number {
    return this.open;
  }

  /**
   * Answers with a stream that lasts until the caller disconnects, reads too slowly or may no longer listen, the
   * source ends, or its time is over. One too many of a session ends its oldest.
   * @throws AppError `unavailable` at the limit of the process or of the practice
   */
  begin(opening: Opening): void {
    const { req, res, session, practice, source } = opening;
    const { most, maxOfPractice, maxEach, maxWaiting } = this.limits;
    const { socket } = req;
    if (res.destroyed || socket.destroyed) return;
    if (this.open >= most || (this.practices.get(practice) ?? 0) >= maxOfPractice)
      throw new AppError('unavailable');
    // A write to a connection that has just broken fails; 'close' follows and cleans up.
    res.on('error', () => res.destroy());
    const write = (text: string): void => {
      if (res.writableEnded || res.destroyed) return;
      res.write(text);
      if (res.writableLength > maxWaiting) res.destroy();
    };
    writeHead(opening);
    // An ended stream is not counted: its connection may stay busy for a while, with buffered events or an earlier
    // answer.
    const end = (): void => {
      this.forget(session, stream);
      res.end();
    };
    const stream: Stream = {
      giveWay: () => {
        write('event: replaced\ndata: {}\n\n');
        end();
      },
    };
    const streams = this.streamsOf(session).add(stream);
    this.count(practice, 1);
    const timers = this.startTimers(opening, write, end);
    const stop = source.open(
      (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(opening.shape(data))}\n\n`),
      end,
    );
    // A broken connection closes both; the answer closes while the socket still notifies its listeners.
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      res.off('close', leave);
      socket.off('close', leave);
      stop();
      for (const timer of timers) clearInterval(timer);
      this.count(practice, -1);
      this.forget(session, stream);
    };
    res.once('close', leave);
    // An answer that is still queued on the connection gets no 'close' event.
    socket.once('close', leave);
    for (const oldest of streams) {
      if (streams.size <= maxEach) break;
      oldest.giveWay();
    }
  }

  private count(practice: number | null, more: 1 | -1): void {
    this.open += more;
    const open = (this.practices.get(practice) ?? 0) + more;
    if (open === 0) this.practices.delete(practice);
    else this.practices.set(practice, open);
  }

  private streamsOf(session: number): Set<Stream> {
    const streams = this.sessions.get(session) ?? new Set();
    this.sessions.set(session, streams);
    return streams;
  }

  /** Removes a stream from the counts of its session. */
  private forget(session: number, stream: Stream): void {
    const streams = this.sessions.get(session);
    streams?.delete(stream);
    if (streams?.size === 0) this.sessions.delete(session);
  }

  private startTimers(
    { mayStay }: Opening,
    write: (text: string) => void,
    end: () => void,
  ): NodeJS.Timeout[] {
    const { heartbeatMs, lookAgainMs, maxMs } = this.limits;
    const lookAgain = async (): Promise<void> => {
      if (!(await mayStay())) end();
    };
    return [
      setInterval(() => write(': still here\n\n'), heartbeatMs).unref(),
      setInterval(() => void lookAgain(), lookAgainMs).unref(),
      setTimeout(end, maxMs).unref(),
    ];
  }
}

function writeHead({ req, res }: Opening): void {
  req.streams = true;
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // Buffering or compression would delay the events.
  res.setHeader('Cache-Control', 'no-store, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  limitReading(res);
  res.write(`retry: ${retryMs}\n\n`);
}
