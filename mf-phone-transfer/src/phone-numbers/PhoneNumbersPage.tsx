import type { ReactNode } from 'react';
import { apiErrorOf, serverMessage } from 'shared-api';
import { ErrorState, LoadingBlock, Page, PageSkeleton, Panel, phoneQuery, SearchInput, useMedia } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { useReadPhoneNumbersQuery } from '../api';
import { messages } from '../messages';
import { CurrentPractice } from './CurrentPractice';
import { PhoneNumbers } from './PhoneNumbers';
import { useSearch } from './use-search';

const text = messages.phoneNumbers;

export function PhoneNumbersPage(): ReactNode {
  const practice = usePractice();
  const isPhone = useMedia(phoneQuery);
  const [search, setSearch] = useSearch();
  // Other people also move numbers, here and at Twilio, so the page never shows cached lists.
  const { currentData, error, isFetching, refetch } = useReadPhoneNumbersQuery(
    { practice: practice.id },
    { refetchOnMountOrArgChange: true },
  );
  const failed = apiErrorOf(error);
  return (
    <Page
      title={text.title}
      subject={<CurrentPractice />}
      lead={isPhone ? text.shortLead : text.lead(practice.name)}
      actions={
        <SearchInput
          label={text.search}
          value={search}
          onChange={setSearch}
          shortcut="/"
          width={isPhone ? '100%' : 260}
        />
      }
    >
      {currentData && (
        <PhoneNumbers
          key={practice.id}
          data={currentData}
          practice={practice}
          search={search}
          failed={!isFetching && failed !== undefined ? (serverMessage(failed) ?? text.failedText) : undefined}
          reading={isFetching}
          reread={refetch}
        />
      )}
      {!currentData && failed && !isFetching && (
        <Panel>
          <ErrorState
            title={text.failed}
            message={serverMessage(failed) ?? text.failedText}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      {!currentData && isFetching && (
        <LoadingBlock label={text.loading} shape={<PageSkeleton shape="list" toolbar={false} />} />
      )}
    </Page>
  );
}
