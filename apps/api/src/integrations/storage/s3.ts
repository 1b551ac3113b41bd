import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { MayStillArrive } from '../../lib/ports/file-storage.ts';
import type { Store } from './store.ts';

interface S3Settings {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  forcePathStyle: boolean;
  /** The timeout of an answer, for each of two attempts, and of each next part of a file; 15 seconds unless given. */
  answerMs?: number;
}

/** Stores bytes as objects of a bucket, in AWS or any compatible store. */
export function s3Store({ bucket, answerMs = 15_000, ...settings }: S3Settings): Store {
  // Loaded on first use: a server without such a store does not load the client.
  let loaded: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | undefined;
  const load = () =>
    (loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: clientFor(sdk, settings, answerMs),
    })));
  return {
    put: async (key, content) => {
      const { sdk, client } = await load();
      const object = { Bucket: bucket, Key: key, Body: content, ContentType: 'application/octet-stream' };
      await client.send(new sdk.PutObjectCommand(object)).catch((error: unknown) => {
        throw isAnswer(error) ? error : new MayStillArrive(error);
      });
    },
    get: async (key) => {
      const { sdk, client } = await load();
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!(Body instanceof Readable)) throw new Error('The store’s response has no body.');
      return readWhole(Body, answerMs);
    },
    remove: async (key) => {
      const { sdk, client } = await load();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

/** The client's own timeouts end when a file begins to arrive: one that stalls would be awaited for ever. */
async function readWhole(body: Readable, idleMs: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const stop = (): void => {
    body.destroy(
      Object.assign(new Error('The store stopped sending a file before its end.'), { name: 'TimeoutError' }),
    );
  };
  const idle = setTimeout(stop, idleMs);
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      idle.refresh();
    }
    return Buffer.concat(pieces);
  } finally {
    clearTimeout(idle);
  }
}

/** Whether the store itself has refused. */
const isAnswer = (error: unknown): boolean =>
  (error as Sdk.S3ServiceException).$metadata?.httpStatusCode !== undefined;

function clientFor(
  sdk: typeof Sdk,
  { endpoint, region, accessKey, secretKey, forcePathStyle }: Omit<S3Settings, 'bucket' | 'answerMs'>,
  answerMs: number,
): Sdk.S3Client {
  return new sdk.S3Client({
    ...(endpoint ? { endpoint } : {}),
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3000, requestTimeout: answerMs, throwOnRequestTimeout: true },
    // Many compatible stores lack the newer checksums, and the connection has its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
