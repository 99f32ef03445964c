/**
 * Issues, finds, rotates and revokes tokens of agents, module teams and identity providers. Each kind has its own table with the
 * same columns. Only the hash of a token is stored.
 */
import type { Actor, AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/app-error.js';
import {
  type IssuedToken,
  type TokenKind,
  createToken,
  describeToken,
  matchingToken,
  tokenColumns,
  writesUse,
} from './issued-tokens.js';
import { hashToken } from './secrets.js';
import { type Rotation, endsOfRotation } from './token-expiry.js';

type TokenAction = 'issue' | 'refuse' | 'revoke' | 'rotate';

interface TokenRules<Owner extends object> {
  kind: TokenKind;
  /** The table is its plural, and actions in the audit log begin with it. */
  name: 'agent_token' | 'deploy_token' | 'scim_token';
  /** Columns of the table that say what a token opens. */
  ownerColumns: readonly (keyof Owner & string)[];
  /** What to do when the name is empty. */
  nameMissing: string;
  /** What the audit log's entries about a token belong to. */
  subjectOf: (token: IssuedToken & Owner) => { practiceId: number; entity: string; entityId: string };
  /** What the entries record of a token. */
  describe?: (token: Pick<IssuedToken, 'id' | 'name' | 'prefix' | 'expires_at'>) => object;
  /** Who is refused with an expired token. */
  actorOf: (token: IssuedToken & Owner) => Actor;
  /** True where each use is written, and not only one a minute. */
  writesEachUse?: true;
}

type NewToken<Owner extends object> = { name: string; expiresAt?: Date | null } & Owner;

export interface TokenStore<Owner extends object> {
  /** The token of a request, whose time of use is written. Undefined when it is unknown or revoked. */
  find(db: Db, sent: string, now: Date): Promise<(IssuedToken & Owner) | 'expired' | undefined>;
  /** @throws AppError `not_found` */
  read(db: Db, id: string): Promise<IssuedToken & Owner>;
  /** Newest first. */
  list(db: Db): Promise<(IssuedToken & Owner)[]>;
  /** @returns the token, which cannot be read again @throws AppError `invalid` without a name */
  issue(db: Db, token: NewToken<Owner>, audit: AuditContext): Promise<{ id: string; token: string }>;
  /**
   * @param idOrPrefix id or prefix of the token
   * @throws AppError `not_found` when no active token, or more than one, matches
   */
  revoke(db: Db, idOrPrefix: string, audit: AuditContext): Promise<IssuedToken & Owner>;
  /** Revokes a token that was read in the transaction. */
  revokeRow(transaction: Db, token: IssuedToken & Owner, audit: AuditContext): Promise<void>;
  /**
   * Issues the successor of a token, which opens the same and has the same name. The former one works until the overlap ends.
   *
   * @param idOrPrefix id or prefix of the former token
   * @returns the new token, which cannot be read again, and the end of the former one
   * @throws AppError `not_found` when no active token, or more than one, matches
   */
  rotate(
    db: Db,
    idOrPrefix: string,
    rotation: Rotation,
    audit: AuditContext,
  ): Promise<{ token: string; formerEndsAt: Date }>;
}

export function tokenStore<Owner extends object>(rules: TokenRules<Owner>): TokenStore<Owner> {
  type Token = IssuedToken & Owner;
  const { kind, ownerColumns, subjectOf, describe = describeToken } = rules;
  // The statements name common columns alone, of which this table has no others.
  const table = `${rules.name}s` as 'scim_tokens';
  const columns = [...tokenColumns, ...ownerColumns] as unknown as typeof tokenColumns;
  const ownerOf = (token: Owner): object => Object.fromEntries(ownerColumns.map((column) => [column, token[column]]));

  const record = (
    transaction: Db,
    action: TokenAction,
    token: Token,
    { actor, now }: AuditContext,
    sides: { before?: object; after?: object },
  ): Promise<void> =>
    recordAudit(transaction, {
      ...subjectOf(token),
      actor,
      at: now,
      action: `${rules.name}.${action}`,
      ...sides,
    });

  const write = (
    transaction: Db,
    token: Token,
    values: { used_at: Date } | { revoked_at: Date } | { expires_at: Date },
  ) =>
    transaction
      .updateTable(table)
      .set(values)
      .where((row) => row.and({ ...ownerOf(token), id: token.id }))
      .execute();

  /** Records the first refusal of an expired token: its holder tries again and again. */
  const refuseExpired = (db: Db, token: Token, now: Date): Promise<void> =>
    inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(table)
        .set({ refused_at: now })
        .where('id', '=', token.id)
        .where('refused_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await record(transaction, 'refuse', token, { actor: rules.actorOf(token), now }, { after: describe(token) });
    });

  const findActive = async (transaction: Db, idOrPrefix: string): Promise<Token> => {
    const live = await transaction
      .selectFrom(table)
      .select(columns)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .execute();
    return matchingToken(live as Token[], idOrPrefix, kind);
  };

  const store: TokenStore<Owner> = {
    async find(db, sent, now) {
      const row = await db
        .selectFrom(table)
        .select(columns)
        .where('token_hash', '=', hashToken(sent))
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return undefined;
      const token = row as Token;
      if (token.expires_at !== null && token.expires_at <= now) {
        await refuseExpired(db, token, now);
        return 'expired';
      }
      if (rules.writesEachUse || writesUse(token, now)) await write(db, token, { used_at: now });
      return token;
    },

    async read(db, id) {
      const token = await db.selectFrom(table).select(columns).where('id', '=', id).executeTakeFirst();
      if (!token) throw notFound(`This ${kind} token doesn’t exist.`);
      return token as Token;
    },

    list: (db) =>
      db.selectFrom(table).select(columns).orderBy('issued_at', 'desc').orderBy('id').execute() as Promise<Token[]>,

    async issue(db, token, audit) {
      const { name, expiresAt = null } = token;
      const { token: secret, row } = createToken(kind, { name, expiresAt, nameMissing: rules.nameMissing }, audit);
      const stored = { ...row, ...ownerOf(token) };
      await inTransaction(db, async (transaction) => {
        await transaction.insertInto(table).values(stored).execute();
        const issued: IssuedToken = { ...stored, used_at: null, revoked_at: null };
        await record(transaction, 'issue', issued as Token, audit, { after: describe(row) });
      });
      return { id: row.id, token: secret };
    },

    revoke: (db, idOrPrefix, audit) =>
      inTransaction(db, async (transaction) => {
        const token = await findActive(transaction, idOrPrefix);
        await store.revokeRow(transaction, token, audit);
        return token;
      }),

    async revokeRow(transaction, token, audit) {
      await write(transaction, token, { revoked_at: audit.now });
      await record(transaction, 'revoke', token, audit, { before: describe(token) });
    },

    rotate: (db, idOrPrefix, rotation, audit) =>
      inTransaction(db, async (transaction) => {
        const former = await findActive(transaction, idOrPrefix);
        const ends = endsOfRotation(former, rotation, audit.now);
        await write(transaction, former, { expires_at: ends.former });
        const after = describe({ ...former, expires_at: ends.former });
        await record(transaction, 'rotate', former, audit, { before: describe(former), after });
        const next = { ...former, expiresAt: ends.next };
        return { token: (await store.issue(transaction, next, audit)).token, formerEndsAt: ends.former };
      }),
  };
  return store;
}
