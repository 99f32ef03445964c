/** The JSON block that the server embeds in the page for the shell, so that the first screen needs no request. */
import * as z from 'zod/mini';
import { moduleList } from './modules.js';
import { practiceSummary, session } from './session.js';

export const pageData = z.object({
  /** Of the console: `2.4.0`. Absent in consoles that predate it. */
  release: z.optional(z.string()),
  /** Null if nobody is signed in. */
  session: z.nullable(session),
  modules: moduleList,
  /** The practice in the URL, if the session may open it. */
  practice: z.nullable(practiceSummary),
  /** The people that the sign-in page offers in demo mode; empty otherwise. */
  demo_people: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
  demo_password: z.nullable(z.string()),
  /** Name of the identity provider if OIDC sign-in is configured. */
  oidc: z.nullable(z.object({ name: z.string() })),
  /** False if people may only sign in with the identity provider. */
  local_accounts: z.boolean(),
  /** False where no mail server is configured, so that nobody can ask for a link to a new password. */
  sends_mails: z.boolean(),
  /** True where staff say why they open a practice of which they aren't members (contracts/support-access). */
  asks_support_reasons: z.boolean(),
  /** True in production where the sandbox stands in for the providers, so that no payment and no call is real. */
  without_providers: z.boolean(),
  /** Addresses of other applications for quick links, by their pair of tabs: `office/user-accounts`. */
  quick_link_targets: z.optional(z.record(z.string(), z.string())),
  /** After a sign-out: where the browser ends its session at the identity provider too. */
  provider_sign_out: z.optional(z.object({ name: z.string(), href: z.string() })),
  /** The people whom the sign-in page of a shared computer lists. Absent on one that nobody shares. */
  shared_computer: z.optional(z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  /** What the signed-in person may do, as the header of each answer states it (`ACCESS_HEADER`). */
  access: z.optional(z.string()),
});
export type PageData = z.infer<typeof pageData>;

/** Id of the `<script type="application/json">` with the data. */
export const PAGE_DATA_ID = 'page-data';
