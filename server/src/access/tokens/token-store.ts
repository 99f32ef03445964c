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

interface TokenRules<Owner extends object> {
  kind: TokenKind;
  /** The table name is its plural, and audit actions start with it. */
  name: 'agent_token' | 'deploy_token' | 'scim_token';
  /** Columns of the table that define a token's scope. */
  ownerColumns: readonly (keyof Owner & string)[];
  /** The message for an empty name. */
  nameMissing: string;
  /** The subject of audit entries about a token. */
  subjectOf: (token: IssuedToken & Owner) => { practiceId: number; entity: string; entityId: string };
  /** What audit entries record about a token. */
  describe?: (token: Pick<IssuedToken, 'id' | 'name' | 'prefix' | 'expires_at'>) => object;
  /** The actor of a refusal with an expired token. */
  actorOf: (token: IssuedToken & Owner) => Actor;
  /** True if every use is written, instead of one per minute. */
  writesEachUse?: true;
}

type NewTokenRow = ReturnType<typeof createToken>['row'];
type NewToken<Owner extends object> = { name: string; expiresAt?: Date | null } & Owner;

export interface TokenStore<Owner extends object> {
  /** The token of a request, recording its use. Undefined when it is unknown or revoked. */
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
   * Issues the successor of a token, with the same scope and name. The former one works until the overlap ends.
   *
   * @param idOrPrefix id or prefix of the former token
   * @returns the new token, which cannot be read again, and the former one's expiry
   * @throws AppError `not_found` when no active token, or more than one, matches
   */
  rotate(
    db: Db,
    idOrPrefix: string,
    rotation: Rotation,
    audit: AuditContext,
  ): Promise<{ token: string; formerEndsAt: Date }>;
}

/** The statements and entries of one kind's table. */
function tokenRows<Owner extends object>({ name, kind, ownerColumns, subjectOf }: TokenRules<Owner>) {
  type Token = IssuedToken & Owner;
  // The statements use only the common columns.
  const table = `${name}s` as 'scim_tokens';
  const columns = [...tokenColumns, ...ownerColumns] as unknown as typeof tokenColumns;
  const ownerOf = (token: Owner): object => Object.fromEntries(ownerColumns.map((column) => [column, token[column]]));
  const select = (db: Db) => db.selectFrom(table).select(columns);

  return {
    async findBy(db: Db, column: 'id' | 'token_hash', value: string | Buffer): Promise<Token | undefined> {
      return (await select(db).where(column, '=', value).executeTakeFirst()) as Token | undefined;
    },

    async lockActive(transaction: Db, idOrPrefix: string): Promise<Token> {
      const active = await select(transaction).where('revoked_at', 'is', null).forUpdate().execute();
      return matchingToken(active as Token[], idOrPrefix, kind);
    },

    async list(db: Db): Promise<Token[]> {
      return (await select(db).orderBy('issued_at', 'desc').orderBy('id').execute()) as Token[];
    },

    async insert(transaction: Db, row: NewTokenRow, owner: Owner): Promise<Token> {
      const stored = { ...row, ...ownerOf(owner) };
      await transaction.insertInto(table).values(stored).execute();
      const issued: IssuedToken = { ...stored, used_at: null, revoked_at: null };
      return issued as Token;
    },

    async update(
      transaction: Db,
      token: Token,
      values: { used_at: Date } | { revoked_at: Date } | { expires_at: Date },
    ): Promise<void> {
      await transaction
        .updateTable(table)
        .set(values)
        .where((row) => row.and({ ...ownerOf(token), id: token.id }))
        .execute();
    },

    /** @returns false when a refusal was already recorded */
    async markRefused(transaction: Db, id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await transaction
        .updateTable(table)
        .set({ refused_at: now })
        .where('id', '=', id)
        .where('refused_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    record(
      transaction: Db,
      action: 'issue' | 'refuse' | 'revoke' | 'rotate',
      token: Token,
      { actor, now }: AuditContext,
      sides: { before?: object; after?: object },
    ): Promise<void> {
      return recordAudit(transaction, { ...subjectOf(token), actor, at: now, action: `${name}.${action}`, ...sides });
    },
  };
}

export function tokenStore<Owner extends object>(rules: TokenRules<Owner>): TokenStore<Owner> {
  type Token = IssuedToken & Owner;
  const { kind, describe = describeToken } = rules;
  const rows = tokenRows(rules);

  /** Records only the first refusal of an expired token, because its holder keeps retrying. */
  const refuseExpired = (db: Db, token: Token, now: Date): Promise<void> =>
    inTransaction(db, async (transaction) => {
      if (!(await rows.markRefused(transaction, token.id, now))) return;
      await rows.record(transaction, 'refuse', token, { actor: rules.actorOf(token), now }, { after: describe(token) });
    });

  const store: TokenStore<Owner> = {
    async find(db, sent, now) {
      const token = await rows.findBy(db, 'token_hash', hashToken(sent));
      if (!token || token.revoked_at !== null) return undefined;
      if (token.expires_at !== null && token.expires_at <= now) {
        await refuseExpired(db, token, now);
        return 'expired';
      }
      if (rules.writesEachUse || writesUse(token, now)) await rows.update(db, token, { used_at: now });
      return token;
    },

    async read(db, id) {
      const token = await rows.findBy(db, 'id', id);
      if (!token) throw notFound(`This ${kind} token doesn’t exist.`);
      return token;
    },

    list: (db) => rows.list(db),

    async issue(db, token, audit) {
      const { name, expiresAt = null } = token;
      const { token: secret, row } = createToken(kind, { name, expiresAt, nameMissing: rules.nameMissing }, audit);
      await inTransaction(db, async (transaction) => {
        const issued = await rows.insert(transaction, row, token);
        await rows.record(transaction, 'issue', issued, audit, { after: describe(row) });
      });
      return { id: row.id, token: secret };
    },

    revoke: (db, idOrPrefix, audit) =>
      inTransaction(db, async (transaction) => {
        const token = await rows.lockActive(transaction, idOrPrefix);
        await store.revokeRow(transaction, token, audit);
        return token;
      }),

    async revokeRow(transaction, token, audit) {
      await rows.update(transaction, token, { revoked_at: audit.now });
      await rows.record(transaction, 'revoke', token, audit, { before: describe(token) });
    },

    rotate: (db, idOrPrefix, rotation, audit) =>
      inTransaction(db, async (transaction) => {
        const former = await rows.lockActive(transaction, idOrPrefix);
        const ends = endsOfRotation(former, rotation, audit.now);
        await rows.update(transaction, former, { expires_at: ends.former });
        const after = describe({ ...former, expires_at: ends.former });
        await rows.record(transaction, 'rotate', former, audit, { before: describe(former), after });
        const next = { ...former, expiresAt: ends.next };
        return { token: (await store.issue(transaction, next, audit)).token, formerEndsAt: ends.former };
      }),
  };
  return store;
}
