/**
 * Verifies a module pipeline's signed statement about a version, for consoles that require one (decision 0211). The
 * payload contains the whole declaration and build with every file's hash, so they are compared directly and need no
 * second format.
 */
import { type KeyObject, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { moduleBuild, moduleDeclaration } from 'shared-api/contracts';
import type { SignedStatement } from 'shared-api/contracts/module-statement';
import { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.js';
import type { Upload } from './release-service.js';

/** Public keys of pipelines by name. Empty: the console requires no statement. */
export type PipelineKeys = ReadonlyMap<string, KeyObject>;

/** A verified statement, and the pipeline whose key signed it. */
export interface VerifiedStatement {
  pipeline: string;
  statement: SignedStatement;
}

const payloadSchema = z.strictObject({
  /** The module's check has passed for the sources of this build. */
  checked: z.literal(true),
  /** The opened pages, and the console they were opened in. */
  opened: z.strictObject({ console: z.string(), paths: z.array(z.string()) }),
  /** Epoch seconds. */
  signed_at: z.int(),
  declaration: moduleDeclaration,
  build: moduleBuild,
});

const notSigned = (message: string): AppError => new AppError(403, 'not_signed', `${message} Nothing was published.`);

/** DSSE's pre-authentication encoding (https://github.com/secure-systems-lab/dsse/blob/master/protocol.md). */
export const signedBytes = (payloadType: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload]);

function parsePayload(payload: Buffer, pipeline: string): z.output<typeof payloadSchema> {
  let json: unknown;
  try {
    json = JSON.parse(payload.toString());
  } catch {
    json = undefined;
  }
  const read = payloadSchema.safeParse(json);
  if (read.success) return read.data;
  throw notSigned(
    `The statement of the pipeline ${pipeline} doesn’t say what this console asks for. Sign the build again.`,
  );
}

/**
 * The pipeline of the first valid signature. DSSE allows several, and a key may have changed.
 *
 * @throws AppError `not_signed`
 */
function signerOf(keys: PipelineKeys, { signatures }: SignedStatement, bytes: Buffer): string {
  const namesOf = (listed: SignedStatement['signatures']): string =>
    [...new Set(listed.map(({ keyid }) => keyid))].join(', ');
  const trusted = signatures.filter(({ keyid }) => keys.has(keyid));
  if (trusted.length === 0) {
    throw notSigned(
      `This console has no key of the pipeline ${namesOf(signatures)}. Ask its operator to add it to MODULE_PIPELINE_KEYS.`,
    );
  }
  const valid = trusted.find(({ keyid, sig }) => {
    const key = keys.get(keyid);
    return key !== undefined && verify(null, bytes, key, Buffer.from(sig, 'base64'));
  });
  if (valid) return valid.keyid;
  throw notSigned(`The statement isn’t signed with the key that this console has of the pipeline ${namesOf(trusted)}.`);
}

/**
 * @returns undefined in a console that requires no statement, whatever is sent
 * @throws AppError `not_signed`
 */
export function verifyStatement(
  keys: PipelineKeys,
  { declaration, build }: Pick<Upload, 'declaration' | 'build'>,
  statement: SignedStatement | undefined,
): VerifiedStatement | undefined {
  if (keys.size === 0) return undefined;
  if (!statement) {
    throw notSigned(
      'This console takes only versions that a pipeline has signed. Sign the build in the module’s pipeline with “practice-console sign”, and publish it with --statement.',
    );
  }
  const payload = Buffer.from(statement.payload, 'base64');
  const pipeline = signerOf(keys, statement, signedBytes(statement.payloadType, payload));
  const payloadContent = parsePayload(payload, pipeline);
  const about = `${payloadContent.declaration.name} ${payloadContent.build.version}`;
  if (about !== `${declaration.name} ${build.version}`) {
    throw notSigned(`The statement is about ${about}, not about ${declaration.name} ${build.version}.`);
  }
  if (!isDeepStrictEqual([payloadContent.declaration, payloadContent.build], [declaration, build])) {
    throw notSigned(`The statement is about another build of ${about}. Publish the one that was signed.`);
  }
  const unopened = declaration.routes.filter(({ path }) => !payloadContent.opened.paths.includes(path));
  if (unopened.length > 0) {
    const paths = unopened.map(({ path }) => path).join(', ');
    throw notSigned(`The pipeline ${pipeline} has not opened ${paths}. Open every page, and sign the build again.`);
  }
  return { pipeline, statement };
}
