/** The API endpoints of this module. */
import { request } from 'shared-api';
import {
  addException,
  addHolidays,
  type AnswerOf,
  type BodyOf,
  changeException,
  deleteException,
  deleteSchedule,
  type ExceptionInput,
  listExceptions,
  listSchedules,
  readHoursStatus,
  readHoursSummary,
  readHoursWorked,
  readSchedule,
  readWeeklyHours,
  recalculateHours,
  saveHoursWorked,
  saveSchedule,
  saveWeeklyHours,
  etagOf,
} from 'shared-api/contracts';
import { readActivity } from 'shared-api/contracts/activity';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';
import { withDistinctNames } from './distinct-names';
import { queryOf, type Range, type Span } from './hours-worked/range';
import type { Loaded as LoadedRange } from './hours-worked/range-view';
import type { Loaded } from './weekly-hours/draft';
import type { Rows } from './weekly-hours/rows';
import { rowsFromWire } from './weekly-hours/mapper';

/** `added` are the names of providers who joined the practice during the edit, `removed` the ids of those who left. */
export interface SavedWeeklyHours extends Pick<Loaded, 'etag'> {
  added: string[];
  removed: number[];
}

export type SavedHoursWorked = Pick<LoadedRange, 'etag'>;

interface OfPractice {
  practice: number;
}

/** The schedule in effect, or the planned schedule that starts on `validFrom`. */
interface OfSchedule extends OfPractice {
  validFrom?: string;
}

/** An exception and the version of it that was loaded. */
interface OfVersion extends OfPractice {
  exception: number;
  version: number;
}

const TAGS = ['hours-worked', 'schedules', 'exceptions'] as const;

type Build = Parameters<typeof endpointsOf<(typeof TAGS)[number], 'hours'>>[0];

function weeklyHoursEndpoints(build: Build) {
  return {
    /**
     * With `since`, a version of the saves, the response also says who changed which field after it. `since` applies
     * only to the schedule in effect. The cache holds one list per practice and schedule.
     */
    readWeeklyHours: build.query<Loaded, OfSchedule & { since?: number }>({
      query: ({ practice, since, validFrom }) =>
        validFrom === undefined
          ? request(readWeeklyHours, { params: { practice }, query: since === undefined ? {} : { since } })
          : request(readSchedule, { params: { practice, validFrom } }),
      serializeQueryArgs: ({ queryArgs, endpointName }) =>
        `${endpointName} ${queryArgs.practice} ${queryArgs.validFrom ?? ''}`,
      transformResponse: (answer: Omit<AnswerOf<typeof readWeeklyHours>, 'status'>, meta) => ({
        records: rowsFromWire(answer.message),
        etag: meta?.etag,
        ...(answer.changes && { changes: answer.changes }),
        ...(answer.overruled_by_pms_schedule === true && { overruled: true }),
      }),
    }),
    /** Returns the ETag after the save, and the providers who joined or left the practice during the edit. */
    saveWeeklyHours: build.mutation<SavedWeeklyHours, OfSchedule & { records: Rows; etag: string | undefined }>({
      query: ({ practice, records, etag, validFrom }) =>
        validFrom === undefined
          ? request(saveWeeklyHours, { params: { practice }, body: [...records], ifMatch: etag })
          : request(saveSchedule, {
              params: { practice },
              body: { valid_from: validFrom, records: [...records] },
              ifMatch: etag,
            }),
      transformResponse: (
        { added = [], removed = [] }: Pick<AnswerOf<typeof saveWeeklyHours>, 'added' | 'removed'>,
        meta,
      ) => ({
        etag: meta?.etag,
        added: added.map(({ name }) => name),
        removed: removed.map(({ provider_id: id }) => id),
      }),
      // A save may start the schedule of the current pay period.
      invalidatesTags: (_, error) => (error ? [] : ['schedules']),
    }),
  };
}

function scheduleEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listSchedules: query(listSchedules, { providesTags: ['schedules'] }),
    /**
     * Saves weekly hours that start on a day. If `replaces` is null, this adds a schedule. Otherwise it replaces the
     * version with that ETag.
     */
    saveSchedule: mutation(saveSchedule, {
      request: ({
        practice,
        validFrom,
        records,
        replaces,
      }: Required<OfSchedule> & { records: Rows; replaces: string | null }) => ({
        params: { practice },
        body: { valid_from: validFrom, records: [...records] },
        ...(replaces === null ? { ifNoneMatch: '*' as const } : { ifMatch: replaces }),
      }),
      // Any error refetches the list. After a conflict, the list then shows the conflicting schedule.
      invalidatesTags: (_, error) => (error ? ['schedules'] : ['schedules', 'hours-worked']),
    }),
    /** Deletes the version with this ETag. */
    deleteSchedule: mutation(deleteSchedule, {
      request: ({ practice, validFrom, etag }: Required<OfSchedule> & { etag: string }) => ({
        params: { practice, validFrom },
        ifMatch: etag,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['schedules', 'hours-worked']),
    }),
  };
}

function exceptionEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listExceptions: query(listExceptions, {
      request: ({ practice, start, end }: OfPractice & Span) => ({
        params: { practice },
        query: { start_date: start, end_date: end },
      }),
      result: ({ exceptions }) => exceptions,
      providesTags: ['exceptions'],
    }),
    addException: mutation(addException, {
      request: ({ practice, input }: OfPractice & { input: ExceptionInput }) => ({
        params: { practice },
        body: input,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['exceptions', 'hours-worked']),
    }),
    /** Changes the loaded version. The list also refetches after an error, such as a conflict. */
    changeException: mutation(changeException, {
      request: ({ practice, exception, version, input }: OfVersion & { input: ExceptionInput }) => ({
        params: { practice, exception },
        body: input,
        ifMatch: etagOf(version),
      }),
      invalidatesTags: ['exceptions', 'hours-worked'],
    }),
    deleteException: mutation(deleteException, {
      request: ({ practice, exception, version }: OfVersion) => ({
        params: { practice, exception },
        ifMatch: etagOf(version),
      }),
      invalidatesTags: ['exceptions', 'hours-worked'],
    }),
    addHolidays: mutation(addHolidays, {
      request: ({ practice, ...body }: OfPractice & BodyOf<typeof addHolidays>) => ({ params: { practice }, body }),
      invalidatesTags: (_, error) => (error ? [] : ['exceptions', 'hours-worked']),
    }),
  };
}

function hoursWorkedEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    readHoursWorked: query(readHoursWorked, {
      request: ({ practice, range }: OfPractice & { range: Range }) => ({
        params: { practice },
        query: queryOf(range),
      }),
      result: (hours, meta): LoadedRange => ({
        hours: { ...hours, providers: withDistinctNames(hours.providers) },
        etag: meta?.etag,
      }),
      providesTags: ['hours-worked'],
    }),
    readHoursSummary: query(readHoursSummary, {
      request: ({ practice, start, end }: OfPractice & Span) => ({
        params: { practice },
        query: { start_date: start, end_date: end },
      }),
      result: (answer) => withDistinctNames(answer.providers),
      providesTags: ['hours-worked'],
    }),
    /** Returns the ETag after the save. A successful save refetches the loaded hours. */
    saveHoursWorked: mutation(saveHoursWorked, {
      result: (_, meta): SavedHoursWorked => ({ etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ['hours-worked']),
    }),
    readHoursStatus: query(readHoursStatus, { providesTags: ['hours-worked'] }),
    recalculateHours: mutation(recalculateHours, {
      request: (params: OfPractice) => ({ params, body: { full_update: true as const } }),
    }),
  };
}

export const api = createApi({
  reducerPath: 'hours',
  baseQuery: remoteBaseQuery,
  tagTypes: TAGS,
  endpoints: (build) => ({
    ...weeklyHoursEndpoints(build),
    ...scheduleEndpoints(build),
    ...exceptionEndpoints(build),
    ...hoursWorkedEndpoints(build),
    readActivity: endpointsOf(build).query(readActivity),
  }),
});

export const {
  useAddExceptionMutation,
  useAddHolidaysMutation,
  useChangeExceptionMutation,
  useDeleteExceptionMutation,
  useDeleteScheduleMutation,
  useListExceptionsQuery,
  useListSchedulesQuery,
  useSaveScheduleMutation,
  useLazyReadHoursWorkedQuery,
  useLazyReadWeeklyHoursQuery,
  useReadHoursStatusQuery,
  useLazyReadActivityQuery,
  useReadHoursSummaryQuery,
  useReadHoursWorkedQuery,
  useReadWeeklyHoursQuery,
  useRecalculateHoursMutation,
  useSaveHoursWorkedMutation,
  useSaveWeeklyHoursMutation,
} = api;
