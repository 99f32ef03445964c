import type { ApiError } from 'shared-api';
import type { PageData } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { ChevronRightIcon, color, narrow, styled, VisuallyHidden } from 'shared-ui';
import { Alert, Button, Divider, Link, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import type { ProviderSignIn } from '../session/calls';
import { needsSecondStep, toProblems, type SignIn } from './credentials';
import { ForgotPassword } from './ForgotPassword';
import { SecondStep } from './SecondStep';
import { Card, CardHead, Root } from './SignInCard';
import { SignInForm } from './SignInForm';

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

const People = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Person = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  padding: '8px 10px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: color.ink,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.neutralTint },
  '&[aria-disabled=true]': { cursor: 'progress' },
  '& > span': { flex: 1, minWidth: 0 },
  '& svg': { flex: 'none', color: color.inkSecond },
});

interface ListedPerson {
  id: string;
  name: string;
}

interface ListedPeopleProps {
  people: readonly ListedPerson[];
  onChoose: (person: ListedPerson) => void;
  onSomebodyElse: () => void;
}

/** The people of a shared computer, by the names that they chose. */
function ListedPeople({ people, onChoose, onSomebodyElse }: ListedPeopleProps): ReactNode {
  return (
    <>
      <Typography id="listed-people" variant="subtitle1">
        {text.who}
      </Typography>
      <People aria-labelledby="listed-people" style={{ margin: '8px -10px' }}>
        {people.map((person) => (
          <li key={person.id}>
            <Person type="button" onClick={() => onChoose(person)}>
              <Typography component="span" style={{ overflowWrap: 'anywhere' }}>
                {person.name}
              </Typography>
              <ChevronRightIcon />
            </Person>
          </li>
        ))}
      </People>
      <Button variant="text" style={{ width: '100%' }} onClick={onSomebodyElse}>
        {text.somebodyElse}
      </Button>
    </>
  );
}

/** True in a browser that can ask for passkeys: only on a secure page. */
const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

export interface SignInPageProps {
  page: Pick<
    PageData,
    'demo_people' | 'demo_password' | 'local_accounts' | 'sends_mails' | 'provider_sign_out' | 'shared_computer'
  >;
  oidc: ProviderSignIn | null;
  signIn: SignIn;
  /** Signs in somebody whom the page of a shared computer lists, by the id of the list. */
  signInListed: SignIn;
  /** Signs in with a passkey of this device. */
  signInWithPasskey: () => Promise<{ error?: ApiError }>;
  /** Asks for a mail with a link to a new password. */
  requestLink: (email: string) => Promise<{ error?: ApiError }>;
  /** Called when the session exists. The shell then loads the page. */
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
  const [trying, setTrying] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  /** True once the password is right and a second step follows. */
  const [second, setSecond] = useState(false);
  /** True while a link to a new password is asked for. */
  const [forgot, setForgot] = useState(false);
  /** What is typed as email, in either form. */
  const [email, setEmail] = useState('');
  const { demo_people: people, demo_password: password, local_accounts: local, provider_sign_out: ended } = page;

  const listed = page.shared_computer?.people ?? [];
  /** Who signs in on a shared computer: not chosen yet, somebody of its list, or somebody else. */
  const [who, setWho] = useState<ListedPerson | 'list' | 'else'>(listed.length > 0 ? 'list' : 'else');
  const chosen = typeof who === 'object' ? who : undefined;

  const [passkey, setPasskey] = useState(false);
  const [passkeyFailed, setPasskeyFailed] = useState<string | null>(null);

  const signInByPasskey = async (): Promise<void> => {
    if (passkey) return;
    setPasskey(true);
    setPasskeyFailed(null);
    const { error } = await signInWithPasskey();
    if (!error) {
      onSignedIn();
      return;
    }
    setPasskey(false);
    setPasskeyFailed(error.message);
  };

  const tryAs = async (email: string): Promise<void> => {
    if (trying !== null || password === null) return;
    setTrying(email);
    setFailed(null);
    const { error } = await signIn(email, password);
    if (!error) {
      onSignedIn();
      return;
    }
    setTrying(null);
    if (needsSecondStep(error)) {
      setSecond(true);
      return;
    }
    setFailed(toProblems(error).form ?? text.failed);
  };

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
          {first && oidc && (
            <>
              {/* On a shared computer somebody else may still be signed in there. */}
              <ProviderLink href={page.shared_computer ? oidc.otherHref : oidc.href}>
                {text.oidc(oidc.name)}
              </ProviderLink>
              {!page.shared_computer && (
                <Typography variant="body2" style={{ marginTop: 8, textAlign: 'center' }}>
                  <Link href={oidc.otherHref}>{text.oidcOther(oidc.name)}</Link>
                </Typography>
              )}
            </>
          )}
          {first && oidc && local && (
            <Or>
              <Divider />
              {text.or}
              <Divider />
            </Or>
          )}
          {first && local && who === 'list' && (
            <ListedPeople people={listed} onChoose={setWho} onSomebodyElse={() => setWho('else')} />
          )}
          {first && local && chosen && (
            <>
              <Typography variant="subtitle1" style={{ marginBottom: 12, overflowWrap: 'anywhere' }}>
                {chosen.name}
              </Typography>
              <SignInForm
                key={chosen.id}
                email={chosen.id}
                signIn={signInListed}
                onSignedIn={onSignedIn}
                onSecondStep={() => setSecond(true)}
              />
            </>
          )}
          {first && local && who === 'else' && (
            <SignInForm
              signIn={signIn}
              initialEmail={email}
              onEmailChange={setEmail}
              onSignedIn={onSignedIn}
              onSecondStep={() => setSecond(true)}
              disabled={trying !== null}
            />
          )}
          {first && local && hasPasskeys() && (
            <Button
              variant="outlined"
              loading={passkey}
              disabled={trying !== null}
              style={{ width: '100%', marginTop: 12 }}
              onClick={() => void signInByPasskey()}
            >
              {text.passkey}
            </Button>
          )}
          {passkeyFailed !== null && first && (
            <Alert severity="error" role="alert" style={{ marginTop: 12 }}>
              {passkeyFailed}
            </Alert>
          )}
          {first && local && listed.length > 0 && who !== 'list' && (
            <Button variant="text" style={{ width: '100%', marginTop: 8 }} onClick={() => setWho('list')}>
              {chosen ? text.somebodyElse : text.showPeople}
            </Button>
          )}
          {first && local && who !== 'list' && (
            <Button variant="text" style={{ width: '100%', marginTop: 8 }} onClick={() => setForgot(true)}>
              {messages.forgot.open}
            </Button>
          )}
          {!oidc && !local && <Alert severity="warning">{text.noWay}</Alert>}
        </Card>
        {first && people.length > 0 && password !== null && (
          <Card aria-labelledby="demo-title" style={{ padding: '24px 18px 18px' }}>
            <div style={{ padding: '0 10px 12px' }}>
              <Typography id="demo-title" variant="h2">
                {text.demoTitle}
              </Typography>
              <Typography color="textSecondary" style={{ marginTop: 4 }}>
                {text.demoText}
              </Typography>
            </div>
            {failed !== null && (
              <div style={{ padding: '0 10px 12px' }}>
                <Alert severity="error" role="alert">
                  {failed}
                </Alert>
              </div>
            )}
            <People>
              {people.map(({ email, name, role }) => (
                <li key={email}>
                  <Person
                    type="button"
                    aria-busy={trying === email || undefined}
                    aria-disabled={trying !== null || undefined}
                    onClick={() => void tryAs(email)}
                  >
                    <span>
                      <VisuallyHidden>{text.tryAs} </VisuallyHidden>
                      <Typography component="span" style={{ display: 'block' }} variant="subtitle1">
                        {name}
                      </Typography>
                      <Typography component="span" variant="body2" color="textSecondary" style={{ display: 'block' }}>
                        {role}
                      </Typography>
                    </span>
                    <ChevronRightIcon />
                  </Person>
                </li>
              ))}
            </People>
          </Card>
        )}
      </Columns>
    </Root>
  );
}
