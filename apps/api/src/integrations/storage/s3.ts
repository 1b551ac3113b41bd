import type * as Sdk from '@aws-sdk/client-s3';
import type { Store } from './store.ts';

interface S3Settings {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  forcePathStyle: boolean;
}

/** Keeps bytes as objects of a bucket, in AWS or in any store that speaks its language. */
export function s3Store({ bucket, ...settings }: S3Settings): Store {
  // Loaded on first use: a server without such a store does not carry the client.
  let loaded: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | undefined;
  const load = () =>
    (loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientFor(sdk, settings) })));
  return {
    put: async (key, content) => {
      const { sdk, client } = await load();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: content,
          ContentType: 'application/octet-stream',
        }),
      );
    },
    get: async (key) => {
      const { sdk, client } = await load();
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error('The store answered without a body.');
      return Buffer.from(await Body.transformToByteArray());
    },
    remove: async (key) => {
      const { sdk, client } = await load();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

function clientFor(
  sdk: typeof Sdk,
  { endpoint, region, accessKey, secretKey, forcePathStyle }: Omit<S3Settings, 'bucket'>,
): Sdk.S3Client {
  return new sdk.S3Client({
    ...(endpoint ? { endpoint } : {}),
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Many compatible stores do not know the newer checksums, and the connection has its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
