// @ts-check
import net from 'node:net';

/** @param {number} port on loopback @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
