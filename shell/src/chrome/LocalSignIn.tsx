import { type ReactNode, useState } from 'react';
import { ChevronRightIcon } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { People, Person } from './people-style';
import { SignInForm, type SignInFormProps } from './SignInForm';
import type { SignIn } from './credentials';

const text = messages.signIn;

interface ListedPerson {
  id: string;
  name: string;
}

interface ListedPeopleProps {
  people: readonly ListedPerson[];
  onChoose: (person: ListedPerson) => void;
  onSomebodyElse: () => void;
}

/** The people of a shared computer, with the names they chose. */
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

/** Who signs in: not chosen yet, somebody from the shared computer's list, or somebody else. */
export interface SigningIn {
  people: readonly ListedPerson[];
  isList: boolean;
  chosen: ListedPerson | undefined;
  choose: (who: ListedPerson | 'list' | 'else') => void;
}

/** @param people people listed on a shared computer */
export function useSigningIn(people: readonly ListedPerson[]): SigningIn {
  const [who, choose] = useState<ListedPerson | 'list' | 'else'>(people.length > 0 ? 'list' : 'else');
  return { people, isList: who === 'list', chosen: typeof who === 'object' ? who : undefined, choose };
}

export interface LocalSignInProps extends Pick<
  SignInFormProps,
  'signIn' | 'onSignedIn' | 'onSecondStep' | 'initialEmail' | 'onEmailChange' | 'disabled'
> {
  signingIn: SigningIn;
  /** Signs in a listed person by their list id. */
  signInListed: SignIn;
}

/** Signs in with a password, either a person from the shared computer's list or by email. */
export function LocalSignIn({ signingIn, signInListed, ...form }: LocalSignInProps): ReactNode {
  const { people, isList, chosen, choose } = signingIn;
  if (isList) return <ListedPeople people={people} onChoose={choose} onSomebodyElse={() => choose('else')} />;
  if (!chosen) return <SignInForm {...form} />;
  return (
    <>
      <Typography variant="subtitle1" style={{ marginBottom: 12, overflowWrap: 'anywhere' }}>
        {chosen.name}
      </Typography>
      <SignInForm
        key={chosen.id}
        email={chosen.id}
        signIn={signInListed}
        onSignedIn={form.onSignedIn}
        onSecondStep={form.onSecondStep}
      />
    </>
  );
}
