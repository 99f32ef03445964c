import type { PageData } from 'shared-api/contracts';
import type { AccessContext } from '../access/context.js';
import type { PaymentsContext } from '../billing/context.js';
import type { ModuleRegistry } from './registry/module-registry.js';

export interface ModulesContext extends AccessContext, PaymentsContext {
  registry: ModuleRegistry;
  /** The demo accounts that the sign-in page offers. */
  demoSignIn: Pick<PageData, 'demo_people' | 'demo_password'>;
}
