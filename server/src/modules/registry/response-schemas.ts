/** Schemas of the responses that module versions expect from their own service, from `build.json`. */
import type { ModuleBuild } from 'shared-api/contracts';
import * as z from 'zod';

export type ResponseSchema = Pick<z.ZodType, 'safeParse'>;

/** A team's regular expression could take minutes on a response, and no page depends on a format. */
const leftOut = new Set(['pattern', 'patternProperties', 'format', 'propertyNames', 'default']);

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Below `properties`, the keys are names of the response's own fields.
      if (key === 'properties' && typeof value === 'object' && value !== null) {
        return [[key, Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withoutPatterns(of)]))]];
      }
      return leftOut.has(key) ? [] : [[key, withoutPatterns(value)]];
    }),
  );
}

interface CallSchema {
  method: string;
  /** Segments of the path; a parameter matches any text. */
  steps: string[];
  schema: ResponseSchema;
}

const stepsOf = (path: string): string[] => path.split('/');

/** @throws Error for an invalid JSON schema */
function readSchemas({ answers = {} }: ModuleBuild): CallSchema[] {
  return Object.entries(answers).map(([call, schema]) => {
    const [method = '', path = ''] = call.split(' ');
    const json = withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0];
    return { method, steps: stepsOf(path), schema: z.fromJSONSchema(json) };
  });
}

const cache = new WeakMap<ModuleBuild, CallSchema[]>();

function schemasOf(build: ModuleBuild): CallSchema[] {
  const schemas = cache.get(build) ?? readSchemas(build);
  cache.set(build, schemas);
  return schemas;
}

/** Why a build's schemas can't be used; undefined if they can. */
export function responseSchemaProblem(build: ModuleBuild): string | undefined {
  try {
    readSchemas(build);
    return undefined;
  } catch (error) {
    return `Not a JSON schema: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
  }
}

/** The response schema of a call. @param call method and path: `GET /api/modules/mf-outreach/campaigns/12/` */
export function responseSchemaOf(build: ModuleBuild, call: string): ResponseSchema | undefined {
  const [method, path = ''] = call.split(' ');
  const steps = stepsOf(path);
  return schemasOf(build).find(
    (one) =>
      one.method === method &&
      one.steps.length === steps.length &&
      one.steps.every((step, at) => step.startsWith(':') || step === steps[at]),
  )?.schema;
}
