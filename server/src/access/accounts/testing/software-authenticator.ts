/** An authenticator in software: real keys, attestation objects and signatures, as WebAuthn describes them. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { NewPasskeyAnswer, PasskeyAnswer } from 'shared-api/contracts/accounts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A COSE algorithm. */
const ES256 = -7;

const BYTE = 0x100;
const SHORT = 24;

/** The head of a CBOR item (RFC 8949): its major type and its length or value. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < SHORT) return Buffer.from([type | value]);
  return value < BYTE ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value % BYTE]);
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const map = value as ReadonlyMap<number | string, Cbor>;
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

interface Asked {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

export interface ResponseChanges {
  /** The page's origin, as the browser reports it. */
  origin?: string;
  challenge?: string;
  counter?: number;
  /** False for a device that doesn't verify its user. */
  verified?: boolean;
  /** The key's algorithm, as the device reports it. Default: ES256. */
  algorithm?: number;
  userHandle?: string;
}

export interface SoftwareAuthenticator {
  /** Creates a passkey. @param options from the server */
  create(
    options: Record<string, unknown>,
    origin: string,
    changes?: Pick<ResponseChanges, 'verified' | 'algorithm'>,
  ): NewPasskeyAnswer;
  /** Signs a challenge with the passkey. */
  sign(options: Record<string, unknown>, origin: string, changes?: ResponseChanges): PasskeyAnswer;
}

export function softwareAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;
  let userHandle: string | undefined;

  const authenticatorData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)): Buffer => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, rest]);
  };
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const id = credentialId.toString('base64url');

  return {
    create(options, origin, changes = {}) {
      const { challenge, rp, user } = options as unknown as Asked;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, changes.algorithm ?? ES256],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
      const flags = USER_PRESENT | (changes.verified === false ? 0 : USER_VERIFIED) | HAS_CREDENTIAL;
      const authData = authenticatorData(rp?.id ?? '', flags, counter, credential);
      userHandle = user?.id;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: cbor(
            new Map<string, Cbor>([
              ['fmt', 'none'],
              ['attStmt', new Map()],
              ['authData', authData],
            ]),
          ).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(options, origin, changes = {}) {
      const { challenge, rpId } = options as unknown as Asked;
      counter += 1;
      const flags = USER_PRESENT | (changes.verified === false ? 0 : USER_VERIFIED);
      const authData = authenticatorData(rpId ?? '', flags, changes.counter ?? counter);
      const data = clientData('webauthn.get', changes.challenge ?? challenge, changes.origin ?? origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      const handle = changes.userHandle ?? userHandle;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle !== undefined && { userHandle: handle }),
        },
      };
    },
  };
}
