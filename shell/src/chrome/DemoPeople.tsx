import type { PageData } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { ChevronRightIcon, VisuallyHidden } from 'shared-ui';
import { Alert, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { needsSecondStep, toProblems, type SignIn } from './credentials';
import { People, Person } from './people-style';
import { Card } from './SignInCard';

const text = messages.signIn;

export interface DemoSignIn {
  /** The email of the person who is being signed in. */
  trying: string | null;
  failed: string | null;
  tryAs: (email: string) => Promise<void>;
}

interface DemoSignInOptions {
  signIn: SignIn;
  /** Ways to sign in as the demo's people; null without a demo. */
  password: string | null;
  onSignedIn: () => void;
  onSecondStep: () => void;
}

/** Signs in as one of the demo's people. */
export function useDemoSignIn({ signIn, password, onSignedIn, onSecondStep }: DemoSignInOptions): DemoSignIn {
  const [trying, setTrying] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
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
      onSecondStep();
      return;
    }
    setFailed(toProblems(error).form ?? text.failed);
  };
  return { trying, failed, tryAs };
}

/** The demo's people. */
export function DemoPeople({ people, demo }: { people: PageData['demo_people']; demo: DemoSignIn }): ReactNode {
  const { trying, failed, tryAs } = demo;
  return (
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
  );
}
