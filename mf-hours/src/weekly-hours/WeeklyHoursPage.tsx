import { lazy, type ReactNode, Suspense } from 'react';
import { Page } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { useListSchedulesQuery } from '../api';
import { messages } from '../messages';
import { messages as scheduleMessages } from '../schedule/messages';
import { useScheduleView } from '../schedule/use-schedule-view';
import { HoursSkeleton } from './HoursSkeleton';
import { WeekPage, type WeekPageProps } from './WeekPage';

const { exceptions } = scheduleMessages;

const ExceptionsPage = lazy(async () => {
  const { ExceptionsPage: page } = await import(/* webpackChunkName: "exceptions" */ '../schedule/ExceptionsPage');
  return { default: page };
});

/** Office and provider hours of a regular week (specification: settings and hours, 2.2), and the exceptions to it. */
export function WeeklyHoursPage(): ReactNode {
  const [view, setView] = useScheduleView();
  if (view.exceptions) {
    return (
      <Suspense
        fallback={
          <Page title={exceptions.title} lead={exceptions.empty.text}>
            <HoursSkeleton />
          </Page>
        }
      >
        <ExceptionsPage month={view.month} setView={setView} />
      </Suspense>
    );
  }
  return view.schedule === null ? (
    <WeekPage view={view} setView={setView} />
  ) : (
    <PlannedPage key={view.schedule} view={view} setView={setView} />
  );
}

/** A planned schedule. A started one is the one in effect or an earlier one. */
function PlannedPage({ view, setView }: WeekPageProps): ReactNode {
  const { data, isLoading } = useListSchedulesQuery({ practice: usePractice().id });
  if (isLoading) {
    return (
      <Page title={messages.weeklyHours.title} lead={messages.weeklyHours.lead}>
        <HoursSkeleton />
      </Page>
    );
  }
  const hasStarted = data !== undefined && view.schedule !== null && view.schedule <= data.today;
  return <WeekPage view={hasStarted ? { ...view, schedule: null } : view} setView={setView} />;
}
