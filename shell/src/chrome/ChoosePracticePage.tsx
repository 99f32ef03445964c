import type { PracticeSummary } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { Page, Panel } from 'shared-ui';
import { messages } from '../messages';
import { PracticePicker } from './PracticePicker';
import type { PracticeSearch } from './practice-search';

export interface ChoosePracticePageProps {
  search: PracticeSearch;
  onChoose: (practice: PracticeSummary) => void;
}

/** Asks people who can open every practice for one, if they haven't opened any in this browser yet. */
export function ChoosePracticePage({ search, onChoose }: ChoosePracticePageProps): ReactNode {
  return (
    <Page title={messages.practice.choose} lead={messages.practice.chooseLead}>
      <div style={{ maxWidth: 520 }}>
        <Panel>
          <PracticePicker search={search} current={null} onChoose={onChoose} />
        </Panel>
      </div>
    </Page>
  );
}
