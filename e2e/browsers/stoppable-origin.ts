import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A second address of a server, which can go away as if the device were offline. */
export class StoppableOrigin {
  url = '';
  private readonly target: URL;
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  constructor(target: string) {
    this.target = new URL(target);
  }

  async start(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => this.sockets.delete(from));
      }
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.port}`;
    this.server = server;
  }

  stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    return new Promise((resolve) => {
      if (server === null) resolve();
      else server.close(() => resolve());
      for (const socket of this.sockets) socket.destroy();
    });
  }
}
