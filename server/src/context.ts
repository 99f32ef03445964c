import type { Config } from './config.js';
import type { Db } from './database/tables.js';
import type { ModuleRegistry } from './modules/module-registry.js';
import type { ShellBuild } from './page/shell-build.js';
import type { PasswordCost } from './people/password.js';
import type { SessionCookie } from './sessions/session-cookie.js';

/** What routes are given; everything in it may be shared by all requests. */
export interface AppContext {
  config: Config;
  db: Db;
  now: () => Date;
  cost: PasswordCost;
  cookie: SessionCookie;
  registry: ModuleRegistry;
  shell: ShellBuild;
}
