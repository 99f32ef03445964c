/** An entry of the audit log, and what is needed to describe it. */
import type { Right } from 'shared-api/contracts';
import type { ActivityChange, SentencePart } from 'shared-api/contracts/activity';
import type { Actor } from '../../platform/audit/actor.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Names } from './names.js';

export interface LoggedChange {
  /** Epoch microseconds and a UUID, as the contract has it. */
  id: string;
  practiceId: number;
  at: Date;
  actor: Actor;
  action: AuditAction;
  entity: string;
  entityId: string;
  before: unknown;
  after: unknown;
}

/** Whoever reads the activity, as far as the sentences depend on it. */
export interface Viewer {
  /** True if the person may see the settings of administrators. */
  administrator: boolean;
  /** True if the person may open the practice's own pages. */
  opensPractice: boolean;
  /** True if the person may open the internal pages. */
  internal: boolean;
  /** True if the person holds the right in the practice. */
  holds: (right: Right) => boolean;
  /** True if the person may set the settings of administrators. */
  setsAdministratorFields: boolean;
}

export interface Description {
  sentence: SentencePart[];
  /** The changed values that the sentence doesn't state. */
  changes?: ActivityChange[];
  /** Path of the page of a practice that shows what was changed, below `/settings/:practice/`. */
  page?: string;
  /** Path of the internal page: of one about the practice its end, of one of the console all of it. */
  internalPage?: string;
}

/** Describes an entry. Entries are old, so it takes any content. */
export type Describe = (change: LoggedChange, names: Names, viewer: Viewer) => Description;
