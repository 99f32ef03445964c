// @ts-check
import net from 'node:net';
import { StepError } from './steps.mjs';

/** @param {number} port on loopback @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * A development server whose port is in use fails with a stack trace, so the ports are checked first.
 *
 * @param {number[]} ports on loopback
 * @param {string} advice the next step
 * @throws StepError when one is in use
 */
export async function assertFree(ports, advice) {
  for (const port of ports) {
    if (!(await isFree(port))) throw new StepError(`Port ${port} is in use by another program. ${advice}`);
  }
}
