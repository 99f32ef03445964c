/** Practices created from a practice's clinics (specification: settings and hours, 3.3, 4.1 and 7.1). */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { clinic } from './practice-settings.js';

const clinicNumber = z.int().check(z.gte(0), z.lte(2_147_483_647));

export const clinicToCreate = z.strictObject({
  clinicNum: clinicNumber.check(z.gte(1)),
  /** If empty, the clinic's description is the name. */
  name: z.string().check(z.trim(), z.maxLength(100)),
  /** Clinics whose data the new practice also shows; 0 means no clinic assigned. */
  additionalClinics: z.array(clinicNumber).check(z.maxLength(200)),
  /** The clinic in the browser. The server uses its own data from the PMS. */
  clinicData: z.optional(z.partial(clinic)),
});
export type ClinicToCreate = z.output<typeof clinicToCreate>;

/** `N`: none was ever started, `P`: running, `S`: all practices were created, `F`: at least one failed. */
export const creationStatuses = ['N', 'P', 'S', 'F'] as const;
export const practiceCreationStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const;
export type PracticeCreationStatus = (typeof practiceCreationStatuses)[number];

export const clinicCreation = z.object({
  status: z.enum(creationStatuses),
  /** The lines of the log, oldest first. */
  log: z.array(z.string()),
  practice_statuses: z.array(
    z.object({
      name: z.string(),
      clinicnum: z.int(),
      status: z.enum(practiceCreationStatuses),
      /** The reason for a failure, and what to do next. */
      message: z.optional(z.string()),
      /** Id of the practice after its creation. */
      practice_id: z.optional(z.int()),
    }),
  ),
  /** Epoch seconds; absent if none was ever started. */
  started_at: z.optional(z.int()),
  started_by: z.optional(z.string()),
});
export type ClinicCreation = z.infer<typeof clinicCreation>;

export const createClinicPractices = defineCall({
  name: 'createClinicPractices',
  method: 'POST',
  path: '/api/:practice/settings/create_clinic_practices/',
  access: 'super-admin',
  summary: 'Start turning each of these clinics into a practice, in the background',
  params: practiceParams,
  body: z.strictObject({
    clinics: z.array(clinicToCreate).check(z.minLength(1, 'Choose at least one clinic'), z.maxLength(200)),
  }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

export const readClinicCreation = defineCall({
  name: 'readClinicCreation',
  method: 'GET',
  path: '/api/:practice/settings/clinic_creation_status/',
  access: 'super-admin',
  summary: 'The progress of the latest creation of practices',
  params: practiceParams,
  answer: clinicCreation,
  background: true,
});
