import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const flags = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

/** The parts of WebAuthn options that a passkey reads. */
interface Options {
  challenge?: unknown;
  rp?: unknown;
  rpId?: unknown;
}

/** A passkey in software: answers like a browser with a security key, and wrongly on request. */
export class SoftPasskey {
  readonly id: string = randomBytes(16).toString('base64url');
  /** How often it has signed. */
  counter = 1;
  /** Whether it asks for a fingerprint, a face or a PIN. */
  verifiesUser = true;
  private readonly origin: string;
  private readonly privateKey: KeyObject;
  private readonly coseKey: Buffer;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // In COSE: key type EC2, algorithm ES256, curve P-256, and the point.
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    this.coseKey = Buffer.from(isoCBOR.encode(key));
  }

  private clientData(type: string, { challenge }: Options, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(rpId: string, more: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const bits = flags.userPresent | (this.verifiesUser ? flags.userVerified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), counter, rest]);
  }

  /** Answers the options of a creation, as JSON text. */
  create(options: Options | null, origin?: string): string {
    if (options === null) throw new Error('There are no options to make a passkey with.');
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey]);
    const authData = this.authenticatorData(
      (options.rp as { id: string }).id,
      flags.hasCredential,
      credential,
    );
    const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.json({
      clientDataJSON: this.clientData('webauthn.create', options, origin).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs the challenge of a request, as JSON text. */
  sign(options: Options | undefined, origin?: string): string {
    if (options === undefined) throw new Error('There are no options to sign.');
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', options, origin);
    const authData = this.authenticatorData(options.rpId as string, 0);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return this.json({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.privateKey).toString('base64url'),
    });
  }

  private json(response: object): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }
}
