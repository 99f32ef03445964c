/** An entry of the audit log, and what is needed to describe it. */
import type { Right } from 'shared-api/contracts';
import type { ActivityChange, SentencePart } from 'shared-api/contracts/activity';
import type { Actor } from '../../platform/audit/actor.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Names } from './names.js';

export interface LoggedChange {
  /** Epoch microseconds and a UUID, in the contract's format. */
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

/** The reader's permissions, which decide what a description may say and link. */
export interface Viewer {
  /** True if the person may see administrator settings. */
  administrator: boolean;
  /** True if the person may open the practice's own pages. */
  opensPractice: boolean;
  /** True if the person may open the internal pages. */
  internal: boolean;
  /** True if the person holds the right in the practice. */
  holds: (right: Right) => boolean;
  /** True for super admins. */
  superAdmin: boolean;
  /** True if the person may change administrator settings. */
  setsAdministratorFields: boolean;
}

export interface Description {
  sentence: SentencePart[];
  /** The changed values that the sentence doesn't state. */
  changes?: ActivityChange[];
  /** Path of the page of a practice that shows what was changed, below `/settings/:practice/`. */
  page?: string;
  /** The internal page: a path below the practice, a query of the list of practices, or an absolute path. */
  internalPage?: string;
}

/** Describes an entry. Accepts any content, because old entries may have other shapes. */
export type Describe = (change: LoggedChange, names: Names, viewer: Viewer) => Description;
