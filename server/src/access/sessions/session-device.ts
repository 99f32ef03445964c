import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/network.js';

/** Where a session was started. */
export interface SessionDevice {
  userAgent: string | null;
  network: string;
  /** The full address. It isn’t stored. */
  address?: string;
}

/** Real user agents are shorter. */
const MAX_USER_AGENT = 400;

export function deviceOf({ headers, ip }: FastifyRequest): SessionDevice {
  return { userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null, network: networkOf(ip), address: ip };
}
