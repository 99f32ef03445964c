/** What the server writes into the page for the shell: one JSON block, so that the first screen needs no call. */
import * as z from 'zod/mini';
import { moduleList } from './modules.js';
import { practiceSummary, session } from './session.js';

export const pageData = z.object({
  /** Null on the sign-in page and wherever nobody is signed in. */
  session: z.nullable(session),
  modules: moduleList,
  /** The practice in the address, when the session may open it. */
  practice: z.nullable(practiceSummary),
  /** Practice id → name, for the people that the sign-in page offers in demo mode; empty otherwise. */
  demo_people: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
  demo_password: z.nullable(z.string()),
  /** Name of the identity provider when OIDC sign-in is configured. */
  oidc: z.nullable(z.object({ name: z.string() })),
  /** False when only the identity provider may sign people in. */
  local_accounts: z.boolean(),
});
export type PageData = z.infer<typeof pageData>;

/** Id of the `<script type="application/json">` that holds it. */
export const PAGE_DATA_ID = 'page-data';
