/** Codes of authenticator apps (RFC 6238): SHA-1, 6 digits, 30 seconds, which every app supports. Pure functions. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** One step before and one after, for clocks that differ (RFC 6238, 5.2). */
const WINDOW_STEPS = 1;

/** Checked first, because the library throws on some strings with multi-byte characters. */
const SIX_DIGITS = /^[0-9]{6}$/;

const ISSUER = 'Practice Console';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

function totpOf(secret: Buffer, label = ''): TOTP {
  // The library needs the bytes in their own buffer.
  const bytes = new Uint8Array(secret);
  return new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: bytes.buffer }), period: PERIOD_SECONDS });
}

/** What an app needs: the address in the QR code, and the secret to type instead. */
export function totpSetup(secret: Buffer, email: string): { uri: string; secret: string } {
  const totp = totpOf(secret, email);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** The code that an app shows. */
export function totpCode(secret: Buffer, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}

/** The time step that a code belongs to. Undefined for a code that is wrong or outside the window. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!SIX_DIGITS.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
