import type { PasswordHashing } from './people/password.js';
import type { PlatformContext } from '../platform/context.js';
import type { BrowserCookie } from './sessions/browser-cookie.js';

export interface AccessContext extends PlatformContext {
  hashing: PasswordHashing;
  cookie: BrowserCookie;
}
