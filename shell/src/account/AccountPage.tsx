import { type ReactNode, useMemo, useState } from 'react';
import type { Notification, TransportContext } from 'shared-api';
import type { User } from 'shared-api/contracts';
import { deviceName, readSecondFactors } from 'shared-api/contracts/accounts';
import { ErrorState, LoadingBlock, Page, Panel } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { callerOf } from './account-calls';
import { AccountRow } from './AccountRow';
import { messages as shellMessages } from '../messages';
import { messages } from './messages';
import { PasskeysPanel } from './PasskeysPanel';
import { PasswordPanel } from './PasswordPanel';
import { SecondFactorsPanel } from './SecondFactorsPanel';
import { SessionsPanel } from './SessionsPanel';
import { useAnswer } from './use-answer';

export interface AccountPageProps {
  user: User;
  transport: TransportContext;
  notify: (notification: Notification) => void;
  /** The console's release. Undefined if an older server rendered the page. */
  release: string | undefined;
}

/** Shows how the person signs in. */
export function AccountPage({ user, transport, notify, release }: AccountPageProps): ReactNode {
  const caller = useMemo(() => callerOf(transport), [transport]);
  const { data: factors, error, reload } = useAnswer(caller, readSecondFactors);
  const [passwordChanges, setPasswordChanges] = useState(0);

  const content = (): ReactNode => {
    if (error) {
      return (
        <Panel>
          <ErrorState title={messages.loadFailed} message={error.message} onRetry={reload} />
        </Panel>
      );
    }
    if (!factors) return <LoadingBlock label={messages.loading} />;
    if (!factors.local) {
      return (
        <Panel title={messages.app.title}>
          <Typography>{messages.providerOnly}</Typography>
        </Panel>
      );
    }
    const shared = { factors, email: user.email, caller, notify, onChanged: reload };
    return (
      <>
        <PasswordPanel
          email={user.email}
          caller={caller}
          notify={notify}
          onChanged={() => setPasswordChanges((count) => count + 1)}
        />
        <PasskeysPanel {...shared} deviceName={deviceName(navigator.userAgent)} />
        <SecondFactorsPanel {...shared} />
      </>
    );
  };

  return (
    <Page title={shellMessages.titles.account} lead={messages.lead}>
      <div style={{ display: 'grid', gap: 16, maxWidth: 760 }}>
        <Panel title={messages.identity.title} description={messages.identity.description}>
          <AccountRow name={user.name} detail={user.email} />
        </Panel>
        {content()}
        {/* Refetched after a password change, which ends other sessions. */}
        <SessionsPanel key={passwordChanges} caller={caller} notify={notify} />
        {release !== undefined && (
          <Typography variant="body2" color="textTertiary">
            {messages.release(release)}
          </Typography>
        )}
      </div>
    </Page>
  );
}
