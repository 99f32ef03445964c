/** The calls of this module. */
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
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';
import { withDistinctNames } from './distinct-names';
import { queryOf, type Range, type Span } from './hours-worked/range';
import type { Loaded as LoadedRange } from './hours-worked/range-view';
import type { Loaded } from './weekly-hours/draft';
import type { Rows } from './weekly-hours/rows';
import { rowsFromWire } from './weekly-hours/mapper';

/** Names of the providers who came to the practice, or left it, while the list was edited. */
export interface SavedWeeklyHours extends Pick<Loaded, 'etag'> {
  added: string[];
  removed: string[];
}

export type SavedHoursWorked = Pick<LoadedRange, 'etag'>;

interface OfPractice {
  practice: number;
}

/** The schedule in effect, or the one from a day on. */
interface OfSchedule extends OfPractice {
  validFrom?: string;
}

/** An exception in the version that was read. */
interface OfVersion extends OfPractice {
  exception: number;
  version: number;
}

export const api = createApi({
  reducerPath: 'hours',
  baseQuery: remoteBaseQuery,
  tagTypes: ['hours-worked', 'schedules', 'exceptions'],
  endpoints: (build) => {
    const { query, mutation } = endpointsOf(build);
    return {
      /** With `since`, a version of the saves, it names who changed what after it. One list is kept for each practice. */
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
      /** The answer is the version that the save has made, and which providers came or left meanwhile. */
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
          removed: removed.map(({ name }) => name),
        }),
      }),

      listSchedules: query(listSchedules, { providesTags: ['schedules'] }),
      /** Weekly hours from a day on: a new schedule, or with `replaces` one in place of the version with that ETag. */
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
        // After a conflict the list is read again: the schedule in the way is one that the person sees then.
        invalidatesTags: (_, error) => (error ? ['schedules'] : ['schedules', 'hours-worked']),
      }),
      /** In the version with this ETag. */
      deleteSchedule: mutation(deleteSchedule, {
        request: ({ practice, validFrom, etag }: Required<OfSchedule> & { etag: string }) => ({
          params: { practice, validFrom },
          ifMatch: etag,
        }),
        invalidatesTags: (_, error) => (error ? [] : ['schedules', 'hours-worked']),
      }),
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
      /** On the version that was read; after a conflict the list is read again. */
      changeException: mutation(changeException, {
        request: ({ practice, exception, version, input }: OfVersion & { input: ExceptionInput }) => ({
          params: { practice, exception },
          body: input,
          ifMatch: `"${version}"`,
        }),
        invalidatesTags: ['exceptions', 'hours-worked'],
      }),
      deleteException: mutation(deleteException, {
        request: ({ practice, exception, version }: OfVersion) => ({
          params: { practice, exception },
          ifMatch: `"${version}"`,
        }),
        invalidatesTags: ['exceptions', 'hours-worked'],
      }),
      addHolidays: mutation(addHolidays, {
        request: ({ practice, ...body }: OfPractice & BodyOf<typeof addHolidays>) => ({ params: { practice }, body }),
        invalidatesTags: (_, error) => (error ? [] : ['exceptions', 'hours-worked']),
      }),

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
      /** The answer is the version that the save has made. What was read before is read again. */
      saveHoursWorked: mutation(saveHoursWorked, {
        result: (_, meta): SavedHoursWorked => ({ etag: meta?.etag }),
        invalidatesTags: (_, error) => (error ? [] : ['hours-worked']),
      }),
      readHoursStatus: query(readHoursStatus),
      recalculateHours: mutation(recalculateHours, {
        request: (params: OfPractice) => ({ params, body: { full_update: true as const } }),
      }),
    };
  },
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
  useReadHoursSummaryQuery,
  useReadHoursWorkedQuery,
  useReadWeeklyHoursQuery,
  useRecalculateHoursMutation,
  useSaveHoursWorkedMutation,
  useSaveWeeklyHoursMutation,
} = api;
