import type { Command } from './run.js';
import { agentTokenCommands } from './agent-token-commands.js';
import { auditCommands } from './audit-commands.js';
import { billingCommands } from './billing-commands.js';
import { moduleCommands } from './module-commands.js';
import { peopleCommands } from './people-commands.js';
import { practiceCommands } from './practice-commands.js';
import { scimTokenCommands } from './scim-token-commands.js';
import { serviceCommands } from './service-commands.js';
import { tokenCommands } from './token-commands.js';

/** All commands, in the order of the usage. */
export const commands: readonly Command[] = [
  ...peopleCommands,
  ...practiceCommands,
  ...moduleCommands,
  ...serviceCommands,
  ...tokenCommands,
  ...agentTokenCommands,
  ...scimTokenCommands,
  ...billingCommands,
  ...auditCommands,
];
