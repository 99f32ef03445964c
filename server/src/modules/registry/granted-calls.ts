/** Which calls a grant forwards to a module's service. Pure functions. */
import type { ServiceGrant } from 'shared-api/contracts/module-services';

/**
 * True when a module's service is granted a call, by method and path: `GET /api/modules/mf-outreach/campaigns/:id/`.
 */
export function isGrantedCall(module: { name: string; service: ServiceGrant | null }, methodAndPath: string): boolean {
  const [method = '', path = ''] = methodAndPath.split(' ');
  const start = `/api/modules/${module.name}/`;
  if (!module.service || !path.startsWith(start)) return false;
  return isGranted(module.service, method, path.slice(start.length));
}

/** @param path below the service's base URL */
export function isGranted({ methods, paths }: ServiceGrant, method: string, path: string): boolean {
  return methods.some((granted) => granted === method) && paths.some((beginning) => `${path}/`.startsWith(beginning));
}
