import type { ApiError } from 'shared-api';
import type { PageData } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { color, narrow, styled } from 'shared-ui';
import { Alert, Button, Divider, Link, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import type { ProviderSignIn } from '../session/calls';
import type { SignIn } from './credentials';
import { DemoPeople, useDemoSignIn } from './DemoPeople';
import { ForgotPassword } from './ForgotPassword';
import { LocalSignIn, type SigningIn, useSigningIn } from './LocalSignIn';
import { PasskeySignIn, usePasskeySignIn } from './PasskeySignIn';
import { SecondStep } from './SecondStep';
import { Card, CardHead, Root } from './SignInCard';

const text = messages.signIn;

const Columns = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 20,
  width: '100%',
  justifyContent: 'center',
  [narrow]: { flexDirection: 'column', alignItems: 'center' },
});

const Or = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: 12,
  margin: '16px 0',
  color: color.inkSecond,
  fontSize: 12,
});

const ProviderLink = styled('a')({
  display: 'block',
  padding: '6px 12px',
  border: `1px solid ${color.control}`,
  borderRadius: 8,
  color: color.ink,
  fontSize: 13,
  fontWeight: 600,
  lineHeight: '20px',
  textAlign: 'center',
  textDecoration: 'none',
  '&:hover': { backgroundColor: color.neutralTint },
});

/** Links to the identity provider's sign-in. */
function ProviderLinks({ oidc, isShared }: { oidc: ProviderSignIn; isShared: boolean }): ReactNode {
  return (
    <>
      {/* On a shared computer, somebody else might still be signed in there. */}
      <ProviderLink href={isShared ? oidc.otherHref : oidc.href}>{text.oidc(oidc.name)}</ProviderLink>
      {!isShared && (
        <Typography variant="body2" style={{ marginTop: 8, textAlign: 'center' }}>
          <Link href={oidc.otherHref}>{text.oidcOther(oidc.name)}</Link>
        </Typography>
      )}
    </>
  );
}

/** Links below the form: back to the list of people, and password reset. */
function OtherWays({ signingIn, onForgot }: { signingIn: SigningIn; onForgot: () => void }): ReactNode {
  const { people, isList, chosen, choose } = signingIn;
  if (isList) return null;
  return (
    <>
      {people.length > 0 && (
        <Button variant="text" style={{ width: '100%', marginTop: 8 }} onClick={() => choose('list')}>
          {chosen ? text.somebodyElse : text.showPeople}
        </Button>
      )}
      <Button variant="text" style={{ width: '100%', marginTop: 8 }} onClick={onForgot}>
        {messages.forgot.open}
      </Button>
    </>
  );
}

export interface SignInPageProps {
  page: Pick<
    PageData,
    'demo_people' | 'demo_password' | 'local_accounts' | 'sends_mails' | 'provider_sign_out' | 'shared_computer'
  >;
  oidc: ProviderSignIn | null;
  signIn: SignIn;
  /** Signs in a person listed on a shared computer, by their list id. */
  signInListed: SignIn;
  /** Signs in with a passkey of this device. */
  signInWithPasskey: () => Promise<{ error?: ApiError }>;
  /** Requests a password reset link by email. */
  requestLink: (email: string) => Promise<{ error?: ApiError }>;
  /** Called once the session exists. The shell then loads the page. */
  onSignedIn: () => void;
}

/** The first screen for a person who isn't signed in. */
export function SignInPage({
  page,
  oidc,
  signIn,
  signInListed,
  signInWithPasskey,
  requestLink,
  onSignedIn,
}: SignInPageProps): ReactNode {
  /** True once the password is accepted and a second step follows. */
  const [second, setSecond] = useState(false);
  /** True while the password reset form is shown. */
  const [forgot, setForgot] = useState(false);
  /** The typed email, shared by both forms. */
  const [email, setEmail] = useState('');
  const { demo_people: people, demo_password: password, local_accounts: local, provider_sign_out: ended } = page;
  const signingIn = useSigningIn(page.shared_computer?.people ?? []);
  const passkey = usePasskeySignIn(signInWithPasskey, onSignedIn);
  const demo = useDemoSignIn({ signIn, password, onSignedIn, onSecondStep: () => setSecond(true) });
  const isTrying = demo.trying !== null;

  const first = !second && !forgot;
  return (
    <Root>
      <Columns>
        <Card aria-labelledby="sign-in-title">
          <CardHead
            id="sign-in-title"
            title={forgot ? messages.forgot.open : text.title}
            {...(!forgot && { lead: text.lead })}
          />
          {second && <SecondStep onSignedIn={onSignedIn} onBack={() => setSecond(false)} />}
          {forgot && (
            <ForgotPassword
              sendsMails={page.sends_mails}
              request={requestLink}
              email={email}
              onEmailChange={setEmail}
              onBack={() => setForgot(false)}
            />
          )}
          {first && ended && (
            <Alert severity="info" role="status" style={{ marginBottom: 16 }}>
              <span>{text.stillAt(ended.name)}</span> <Link href={ended.href}>{text.signOutAt(ended.name)}</Link>
            </Alert>
          )}
          {first && oidc && <ProviderLinks oidc={oidc} isShared={page.shared_computer !== undefined} />}
          {first && oidc && local && (
            <Or>
              <Divider />
              {text.or}
              <Divider />
            </Or>
          )}
          {first && local && (
            <>
              <LocalSignIn
                signingIn={signingIn}
                signIn={signIn}
                signInListed={signInListed}
                initialEmail={email}
                onEmailChange={setEmail}
                onSignedIn={onSignedIn}
                onSecondStep={() => setSecond(true)}
                disabled={isTrying}
              />
              <PasskeySignIn attempt={passkey} disabled={isTrying} />
              <OtherWays signingIn={signingIn} onForgot={() => setForgot(true)} />
            </>
          )}
          {!oidc && !local && <Alert severity="warning">{text.noWay}</Alert>}
        </Card>
        {first && people.length > 0 && password !== null && <DemoPeople people={people} demo={demo} />}
      </Columns>
    </Root>
  );
}
