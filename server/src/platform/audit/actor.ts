/** The actor of a change: a person with a session, a module team's token, or the server itself. */
export interface Actor {
  kind: 'person' | 'deploy-token' | 'system';
  id: string;
  /** Display name for logs and "changed by". */
  name: string;
}

/** A person as the actor of their own actions. */
export const personActor = ({ id, name }: Pick<Actor, 'id' | 'name'>): Actor => ({ kind: 'person', id, name });

/** The actor of the server's own changes. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: name, name };
}

const OPERATOR = 'command line: ';

/** The actor of commands on the server's machine. Each operator is a separate actor. */
export function operatorActor(operator: string): Actor {
  return { kind: 'system', id: `${OPERATOR}${operator}`, name: `command line (${operator})` };
}

const SCIM = 'SCIM: ';

/** The provisioning client of a token. */
export function scimActor({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'system', id: `${SCIM}${id}`, name: `SCIM (${name})` };
}

/** @param id of an actor */
export const isOperator = (id: string): boolean => id.startsWith(OPERATOR);

/** @param id of an actor */
export const isScim = (id: string): boolean => id.startsWith(SCIM);

/** The actor and the time of a change, for the audit log. */
export interface AuditContext {
  actor: Actor;
  now: Date;
  /** The bulk change that the change of a practice is part of. */
  bulkChangeId?: string;
}

/** For the server's own changes. */
export const alwaysAllowed = (): Promise<void> => Promise.resolve();

/** For a change that waits for a provider, during which the actor may lose the right to make it. */
export interface ProviderChangeContext extends AuditContext {
  /** Checks again that the actor may make the change. Call it right before the effect. @throws AppError */
  assertStillAllowed: () => Promise<void>;
}
