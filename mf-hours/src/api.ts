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
  type HoursException,
  listExceptions,
  listSchedules,
  type ProviderTotals,
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
import { remoteBaseQuery } from 'shared-ui/remote';
import { withDistinctNames } from './distinct-names';
import { queryOf, type Range, type Span } from './hours-worked/range';
import type { Loaded as LoadedRange } from './hours-worked/range-view';
import type { Loaded } from './weekly-hours/draft';
import type { Rows } from './weekly-hours/rows';
import { rowsFromWire } from './weekly-hours/wire';

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

export const api = createApi({
  reducerPath: 'hours',
  baseQuery: remoteBaseQuery,
  tagTypes: ['hours-worked', 'schedules', 'exceptions'],
  endpoints: (build) => ({
    /** With `since`, a version of the saves, it names who changed what after it. One list is kept for each practice. */
    readWeeklyHours: build.query<Loaded, OfSchedule & { since?: number }>({
      query: ({ practice, since, validFrom }) =>
        validFrom === undefined
          ? request(readWeeklyHours, { params: { practice }, query: since === undefined ? {} : { since } })
          : request(readSchedule, { params: { practice, validFrom } }),
      serializeQueryArgs: ({ queryArgs, endpointName }) =>
        `${endpointName} ${queryArgs.practice} ${queryArgs.validFrom ?? ''}`,
      transformResponse: (
        answer: Omit<AnswerOf<typeof readWeeklyHours>, 'status'>,
        meta: { etag?: string | undefined } | undefined,
      ) => ({
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
        meta: { etag?: string | undefined } | undefined,
      ) => ({
        etag: meta?.etag,
        added: added.map(({ name }) => name),
        removed: removed.map(({ name }) => name),
      }),
    }),

    listSchedules: build.query<AnswerOf<typeof listSchedules>, OfPractice>({
      query: (params) => request(listSchedules, { params }),
      providesTags: ['schedules'],
    }),
    /** Weekly hours from a day on; nobody else's schedule of that day is compared. */
    saveSchedule: build.mutation<unknown, OfPractice & { validFrom: string; records: Rows }>({
      query: ({ practice, validFrom, records }) =>
        request(saveSchedule, { params: { practice }, body: { valid_from: validFrom, records: [...records] } }),
      invalidatesTags: (_, error) => (error ? [] : ['schedules', 'hours-worked']),
    }),
    deleteSchedule: build.mutation<unknown, Required<OfSchedule>>({
      query: (params) => request(deleteSchedule, { params }),
      invalidatesTags: (_, error) => (error ? [] : ['schedules', 'hours-worked']),
    }),
    listExceptions: build.query<HoursException[], OfPractice & Span>({
      query: ({ practice, start, end }) =>
        request(listExceptions, { params: { practice }, query: { start_date: start, end_date: end } }),
      transformResponse: ({ exceptions }: AnswerOf<typeof listExceptions>) => exceptions,
      providesTags: ['exceptions'],
    }),
    addException: build.mutation<HoursException, OfPractice & { input: BodyOf<typeof addException> }>({
      query: ({ practice, input }) => request(addException, { params: { practice }, body: input }),
      invalidatesTags: (_, error) => (error ? [] : ['exceptions', 'hours-worked']),
    }),
    /** On the version that was read; after a conflict the list is read again. */
    changeException: build.mutation<
      HoursException,
      OfPractice & { exception: number; version: number; input: BodyOf<typeof changeException> }
    >({
      query: ({ practice, exception, version, input }) =>
        request(changeException, { params: { practice, exception }, body: input, ifMatch: `"${version}"` }),
      invalidatesTags: ['exceptions', 'hours-worked'],
    }),
    deleteException: build.mutation<unknown, OfPractice & { exception: number; version: number }>({
      query: ({ practice, exception, version }) =>
        request(deleteException, { params: { practice, exception }, ifMatch: `"${version}"` }),
      invalidatesTags: ['exceptions', 'hours-worked'],
    }),
    addHolidays: build.mutation<AnswerOf<typeof addHolidays>, OfPractice & BodyOf<typeof addHolidays>>({
      query: ({ practice, ...body }) => request(addHolidays, { params: { practice }, body }),
      invalidatesTags: (_, error) => (error ? [] : ['exceptions', 'hours-worked']),
    }),

    readHoursWorked: build.query<LoadedRange, OfPractice & { range: Range }>({
      query: ({ practice, range }) => request(readHoursWorked, { params: { practice }, query: queryOf(range) }),
      transformResponse: (hours: AnswerOf<typeof readHoursWorked>, meta) => ({
        hours: { ...hours, providers: withDistinctNames(hours.providers) },
        etag: meta?.etag,
      }),
      providesTags: ['hours-worked'],
    }),
    readHoursSummary: build.query<ProviderTotals[], OfPractice & Span>({
      query: ({ practice, start, end }) =>
        request(readHoursSummary, { params: { practice }, query: { start_date: start, end_date: end } }),
      transformResponse: (answer: AnswerOf<typeof readHoursSummary>) => withDistinctNames(answer.providers),
      providesTags: ['hours-worked'],
    }),
    /** The answer is the version that the save has made. What was read before is read again. */
    saveHoursWorked: build.mutation<
      SavedHoursWorked,
      OfPractice & { body: BodyOf<typeof saveHoursWorked>; etag: string | undefined }
    >({
      query: ({ practice, body, etag }) => request(saveHoursWorked, { params: { practice }, body, ifMatch: etag }),
      transformResponse: (_, meta) => ({ etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ['hours-worked']),
    }),
    readHoursStatus: build.query<AnswerOf<typeof readHoursStatus>, OfPractice>({
      query: (params) => request(readHoursStatus, { params }),
    }),
    recalculateHours: build.mutation<unknown, OfPractice>({
      query: (params) => request(recalculateHours, { params, body: { full_update: true } }),
    }),
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
  useReadHoursSummaryQuery,
  useReadHoursWorkedQuery,
  useReadWeeklyHoursQuery,
  useRecalculateHoursMutation,
  useSaveHoursWorkedMutation,
  useSaveWeeklyHoursMutation,
} = api;
