import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minimal S3 store in memory: PUT, GET and DELETE of objects by path. */
export class S3StandIn {
  readonly objects = new Map<string, Buffer>();
  /**
   * While set, every request of this method fails, executed or not; `silent` never answers, `half` sends half an
   * answer, and `cut` drops the connection and is executed on {@link doLate}.
   */
  failing: {
    method: 'PUT' | 'GET' | 'DELETE';
    afterStoring?: boolean;
    silent?: boolean;
    half?: boolean;
    cut?: boolean;
  } | null = null;
  /** Whether the key lacks s3:ListBucket: a missing object is answered as if it were forbidden, as AWS does. */
  hidesMissing = false;
  private readonly late: (() => void)[] = [];
  private readonly server: Server = createServer((req, res) => void this.answer(req, res));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Executes the requests whose connections were cut, as a slow store does. */
  doLate(): void {
    for (const work of this.late.splice(0)) work();
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = decodeURIComponent((req.url ?? '').split('?')[0] ?? '');
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const fails = this.failing?.method === req.method;
    if (!req.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return void res.writeHead(403).end();
    if (fails && this.failing?.silent) return;
    if (fails && this.failing?.half) return void res.writeHead(200, { 'Content-Length': 10 }).write('half');
    if (fails && this.failing?.cut) {
      this.late.push(() => this.objects.set(path, Buffer.concat(pieces)));
      return void req.socket.destroy();
    }
    if (fails && !this.failing?.afterStoring) return void res.writeHead(503).end();
    const stored = this.objects.get(path);
    if (req.method === 'PUT') this.objects.set(path, Buffer.concat(pieces));
    if (req.method === 'DELETE') this.objects.delete(path);
    if (fails) return void res.writeHead(503).end();
    if (req.method === 'GET') return void (stored ? res.writeHead(200).end(stored) : this.answerMissing(res));
    res.writeHead(req.method === 'DELETE' ? 204 : 200, { ETag: '"0"' }).end();
  }

  private answerMissing(res: ServerResponse): void {
    const [status, code] = this.hidesMissing ? [403, 'AccessDenied'] : [404, 'NoSuchKey'];
    res
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>The store said ${code}</Message></Error>`);
  }
}
