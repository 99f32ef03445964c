import type { ReactNode } from 'react';
import { EmptyState, Page, Panel } from 'shared-ui';
import { Link } from 'shared-ui/mui';
import { messages } from '../messages';

interface MissingProps {
  title: string;
  text: string;
  heading?: string;
  /** True if the overview is another page. */
  home?: boolean;
}

function Missing({ title, text, heading = title, home = true }: MissingProps): ReactNode {
  return (
    <Page title={heading}>
      <Panel>
        <EmptyState title={title} action={home && <Link href="/">{messages.missing.home}</Link>}>
          {text}
        </EmptyState>
      </Panel>
    </Page>
  );
}

/** Shown for an unknown URL. */
export function NotFoundPage(): ReactNode {
  return <Missing title={messages.missing.notFound} text={messages.missing.notFoundText} />;
}

/** Shown for a page that the person has no access to. */
export function NoAccessPage(): ReactNode {
  return <Missing title={messages.missing.noAccess} text={messages.missing.noAccessText} />;
}

/** Replaces an open page once the person has lost access to its practice. */
export function EndedAccessPage({ practice }: { practice: string }): ReactNode {
  const { endedAccess, endedAccessText, endedAccessTitle } = messages.missing;
  return <Missing heading={endedAccessTitle} title={endedAccess(practice)} text={endedAccessText} />;
}

/** Shown to people who can open every practice, for an unknown practice number. */
export function UnknownPracticePage({ id }: { id: number | string }): ReactNode {
  const { unknownPractice, unknownPracticeTitle, unknownPracticeText } = messages.missing;
  return <Missing heading={unknownPracticeTitle} title={unknownPractice(id)} text={unknownPracticeText} />;
}

/** Shown for a fixed link whose page no installed module provides (DECISIONS 31). */
export function NotInstalledPage({ title, home }: { title: string; home: boolean }): ReactNode {
  const { notInstalled, notInstalledText } = messages.missing;
  return <Missing heading={title} title={notInstalled} text={notInstalledText} home={home} />;
}
