/** Who does something: a person with a session, a module team's token, or the server itself. */
export interface Actor {
  kind: 'person' | 'deploy-token' | 'system';
  id: string;
  /** For people to read, in logs and in "changed by". */
  name: string;
}

/** What the server does by itself, or what is done on its machine by command. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: name, name };
}

/** Who makes a change, and when. */
export interface Doing {
  actor: Actor;
  now: Date;
}
