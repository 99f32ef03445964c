/** The most urgent state of a practice. The page shows all of them next to its heading. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { type NoticeSeverity, type PracticeState, practiceStateLabels, readPracticeState } from 'shared-api/contracts';

const severities: Record<PracticeState, NoticeSeverity> = {
  past_due: 'error',
  expired: 'warning',
  inactive: 'info',
  trial: 'info',
  no_access: 'info',
};

export const contribute: Contributions['nav.badge'] = async (context) => {
  const { id: practice } = contributionPractice(context);
  const { states } = await ask(readPracticeState, { params: { practice } }, context);
  const [first] = states;
  if (first === undefined) return null;
  return {
    severity: severities[first],
    // A word would need a second line next to the page's long title.
    text: '•',
    label: states.map((state) => practiceStateLabels[state]).join(', '),
    state: practiceStateLabels[first],
  };
};
