/** Signatures of the Standard Webhooks scheme (https://www.standardwebhooks.com): receivers verify them with any library. */
import { createHmac } from 'node:crypto';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/**
 * The headers that sign a call. Pure function.
 *
 * @param keys signs once with each, so that a receiver can have either during a rotation
 */
export function signatureHeaders(
  keys: readonly Buffer[],
  id: string,
  now: Date,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(epochSeconds(now));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  };
}
