/**
 * UUIDs that sort in this process's creation order (version 7, RFC 9562), so that entries of one instant, such as those
 * of a transaction, are listed in write order.
 */
import { randomBytes } from 'node:crypto';

/** The counter has 12 bits. */
const COUNTERS = 0x1000;

let lastMs = 0;
let counter = 0;

export function nextEntryId(nowMs = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else {
    counter += 1;
    if (counter === COUNTERS) {
      lastMs += 1;
      counter = 0;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = randomBytes(8);
  // The two highest bits are the variant of the format.
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
  const tail = random.toString('hex');
  const middle = `7${counter.toString(16).padStart(3, '0')}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
