/** The JSON block that the server embeds in the page for the shell, so that the first screen needs no request. */
import * as z from 'zod/mini';
import { moduleList } from './modules.js';
import { practiceSummary, session } from './session.js';

export const pageData = z.object({
  /** The console's release: `2.4.0`. Absent in older consoles. */
  release: z.optional(z.string()),
  /** Null if nobody is signed in. */
  session: z.nullable(session),
  modules: moduleList,
  /** The practice in the URL, if the session can open it. */
  practice: z.nullable(practiceSummary),
  /** The people that the sign-in page offers in demo mode; empty otherwise. */
  demo_people: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
  demo_password: z.nullable(z.string()),
  /** Name of the identity provider if OIDC sign-in is configured. */
  oidc: z.nullable(z.object({ name: z.string() })),
  /** False if people can only sign in with the identity provider. */
  local_accounts: z.boolean(),
  /** False if no mail server is configured, so that nobody can request a password reset link. */
  sends_mails: z.boolean(),
  /** True if staff must give a reason for opening a practice that they aren't members of (contracts/support-access). */
  asks_support_reasons: z.boolean(),
  /** True in production if the sandbox replaces the providers, so that payments and calls aren't real. */
  without_providers: z.boolean(),
  /** URLs of other applications for quick links, by tab pair: `office/user-accounts`. */
  quick_link_targets: z.optional(z.record(z.string(), z.string())),
  /** After a sign-out: the URL that also ends the browser's session at the identity provider. */
  provider_sign_out: z.optional(z.object({ name: z.string(), href: z.string() })),
  /** The people listed on a shared computer's sign-in page. Absent if it isn't shared. */
  shared_computer: z.optional(z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  /** The revision of the person's access, as in each response's `ACCESS_HEADER`. */
  access: z.optional(z.string()),
});
export type PageData = z.infer<typeof pageData>;

/** Id of the `<script type="application/json">` with the data. */
export const PAGE_DATA_ID = 'page-data';
