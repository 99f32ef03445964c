import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ApiError } from 'shared-api';
import { readSignInStep } from 'shared-api/contracts/accounts';
import { answer, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { renderKit } from 'shared-ui/testing';
import type { SignIn } from './credentials';
import { SignInPage, type SignInPageProps } from './SignInPage';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const refused = (error: Partial<ApiError>): Promise<{ error: ApiError }> =>
  Promise.resolve({ error: { status: 401, code: 'wrong_credentials', message: '', ...error } });

const northwind = { name: 'Northwind ID', href: '/api/oidc/start/', otherHref: '/api/oidc/start/?account=other' };

function renderPage(over: Partial<SignInPageProps> = {}, signIn: SignIn = () => Promise.resolve({})) {
  const onSignedIn = jest.fn();
  const asked = jest.fn<SignIn>(signIn);
  const page = { demo_people: [], demo_password: null, local_accounts: true, sends_mails: true };
  return {
    onSignedIn,
    asked,
    ...renderKit(
      <SignInPage
        page={page}
        oidc={null}
        signIn={asked}
        signInListed={() => Promise.resolve({})}
        signInWithPasskey={() => Promise.resolve({})}
        requestLink={() => Promise.resolve({})}
        onSignedIn={onSignedIn}
        {...over}
      />,
    ),
  };
}

const email = (): HTMLElement => screen.getByLabelText('Email');
const password = (): HTMLElement => screen.getByLabelText('Password', { exact: true });
const submit = (): HTMLElement => screen.getByRole('button', { name: 'Sign in' });

const demo = {
  local_accounts: true,
  sends_mails: true,
  demo_password: 'practice-console',
  demo_people: [
    { email: 'owner@bright-smiles.example', name: 'Olivia Marsh', role: 'Owner of Bright Smiles Dental' },
    { email: 'staff@lakeside.example', name: 'Liam Novak', role: 'Front desk at Lakeside Orthodontics' },
  ],
};

describe('on a shared computer', () => {
  beforeEach(() => {
    Object.assign(window, { PublicKeyCredential: jest.fn() });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  const people = [
    { id: 'l-marcus', name: 'Marcus' },
    { id: 'l-olivia', name: 'Olivia' },
  ];
  const shared = {
    ...{ demo_people: [], demo_password: null, local_accounts: true, sends_mails: true },
    shared_computer: { people },
  };

  it('lists the people who use it, and signs in the selected one with only a password', async () => {
    const signInListed = jest.fn<SignIn>(() => Promise.resolve({}));
    const { user, onSignedIn } = renderPage({ page: shared, signInListed });
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Marcus' }));
    expect(password()).toHaveFocus();
    await user.type(password(), 'correct horse{Enter}');
    expect(signInListed).toHaveBeenCalledWith('l-marcus', 'correct horse');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('returns to the list, and to the email form for somebody else', async () => {
    const { user } = renderPage({ page: shared });
    await user.click(screen.getByRole('button', { name: 'Olivia' }));
    await user.click(screen.getByRole('button', { name: 'Somebody else' }));
    expect(screen.getByRole('button', { name: 'Marcus' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Somebody else' }));
    expect(email()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Show the people on this computer' }));
    expect(screen.getByRole('button', { name: 'Marcus' })).toBeVisible();
  });

  it('shows a wrong password error for the selected person, and continues to their second step', async () => {
    const answers = [refused({ message: 'Wrong password.' }), refused({ code: 'second_step_required' })];
    network.use(answer(readSignInStep, () => reply(readSignInStep, { step: 'verify', email: 'm', methods: ['totp'] })));
    const { user } = renderPage({ page: shared, signInListed: () => answers.shift() ?? Promise.resolve({}) });
    await user.click(screen.getByRole('button', { name: 'Marcus' }));
    await user.type(password(), 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong password.');
    await user.type(password(), 'right{Enter}');
    expect(await screen.findByLabelText('Code')).toBeVisible();
  });

  it('makes the identity provider ask for the account each time', () => {
    renderPage({ page: shared, oidc: northwind });
    const link = screen.getByRole('link', { name: 'Sign in with Northwind ID' });
    expect(link).toHaveAttribute('href', northwind.otherHref);
  });
});

describe('after a sign-out', () => {
  it('offers to also sign out at the identity provider', () => {
    const page = {
      ...{ demo_people: [], demo_password: null, local_accounts: true, sends_mails: true },
      provider_sign_out: { name: 'Northwind ID', href: '/api/session/oidc/end' },
    };
    renderPage({ page, oidc: northwind });
    const said = screen.getByText(/You’re signed out here, but still signed in at Northwind ID in this browser\./);
    expect(said).toBeVisible();
    const link = screen.getByRole('link', { name: 'Sign out at Northwind ID too' });
    expect(link).toHaveAttribute('href', '/api/session/oidc/end');
  });
});

describe('signing in with a local account', () => {
  it('trims the email, sends the password as typed and continues', async () => {
    const { user, asked, onSignedIn } = renderPage();
    expect(email()).toHaveFocus();
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    await user.type(email(), ' owner@bright-smiles.example ');
    await user.type(password(), ' secret ');
    await user.keyboard('{Enter}');
    expect(asked).toHaveBeenCalledWith('owner@bright-smiles.example', ' secret ');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('asks for missing fields and focuses the first one', async () => {
    const { user, asked } = renderPage();
    await user.click(submit());
    expect(email()).toHaveAccessibleDescription('Enter your email address');
    expect(password()).toHaveAccessibleDescription('Enter your password');
    expect(email()).toHaveFocus();
    expect(asked).not.toHaveBeenCalled();
    await user.type(email(), 'a@b.example');
    await user.click(submit());
    expect(email()).toBeValid();
    expect(password()).toHaveFocus();
  });

  it.each([
    ['wrong credentials', { message: 'The e-mail address or the password is not right.' }],
    ['no answer', { status: 0, code: 'no_answer', message: 'The server did not answer.' }],
  ])('shows the message for %s and keeps the typed email', async (_, error) => {
    const { user, onSignedIn } = renderPage({}, () => refused(error));
    await user.type(email(), 'owner@bright-smiles.example');
    await user.type(password(), 'wrong{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(error.message);
    expect(email()).toHaveValue('owner@bright-smiles.example');
    expect(password()).toHaveFocus();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('shows a field error under its field', async () => {
    const { user } = renderPage({}, () => refused({ status: 400, fields: { email: 'Not an address' } }));
    await user.type(email(), 'x');
    await user.type(password(), 'y{Enter}');
    expect(email()).toHaveAccessibleDescription('Not an address');
    expect(email()).toHaveFocus();
  });

  it('submits once when pressed repeatedly', async () => {
    const { user, asked } = renderPage({}, () => new Promise(() => undefined));
    await user.type(email(), 'owner@bright-smiles.example');
    await user.type(password(), 'secret{Enter}{Enter}');
    await user.click(submit());
    expect(asked).toHaveBeenCalledTimes(1);
    expect(submit()).toHaveAttribute('aria-busy', 'true');
  });
});

describe('a second step', () => {
  it('replaces the password form, and leads back to it', async () => {
    network.use(
      answer(readSignInStep, () =>
        reply(readSignInStep, { step: 'verify', email: 'olivia@clinic.example', methods: ['totp'] }),
      ),
    );
    const { user, onSignedIn } = renderPage({ page: demo }, () => refused({ code: 'second_step_required' }));
    await user.type(email(), 'olivia@clinic.example');
    await user.type(password(), 'secret{Enter}');
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(screen.queryByText('Try it as …')).not.toBeInTheDocument();
    expect(onSignedIn).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Back to the password' }));
    expect(email()).toBeVisible();
  });
});

describe('other ways to sign in', () => {
  it('signs in with a passkey if the browser supports it, and explains failures', async () => {
    Object.assign(window, { PublicKeyCredential: jest.fn() });
    const signInWithPasskey = jest.fn(() => refused({ message: 'Your device didn’t confirm it.' }));
    const { user, onSignedIn } = renderPage({ signInWithPasskey });
    const button = screen.getByRole('button', { name: 'Sign in with a passkey' });
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your device didn’t confirm it.');
    signInWithPasskey.mockResolvedValue({} as never);
    await user.click(button);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  it('offers the identity provider when one is configured', async () => {
    renderPage({ oidc: northwind });
    expect(screen.getByRole('link', { name: 'Sign in with Northwind ID' })).toHaveAttribute('href', '/api/oidc/start/');
    expect(screen.getByRole('link', { name: 'Use another account at Northwind ID' })).toHaveAttribute(
      'href',
      '/api/oidc/start/?account=other',
    );
    expect(submit()).toBeInTheDocument();
  });

  it('hides the form when local accounts are off', () => {
    renderPage({
      oidc: northwind,
      page: { demo_people: [], demo_password: null, local_accounts: false, sends_mails: true },
    });
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  it('says that no way to sign in is configured', () => {
    renderPage({ page: { demo_people: [], demo_password: null, local_accounts: false, sends_mails: true } });
    expect(screen.getByText(/Sign-in isn’t configured/)).toBeInTheDocument();
  });
});

describe('demo accounts', () => {
  it('signs in a demo account with one click', async () => {
    const { user, asked, onSignedIn } = renderPage({ page: demo });
    const people = screen.getByRole('region', { name: 'Try it as …' });
    expect(within(people).getAllByRole('button')).toHaveLength(2);
    await user.click(within(people).getByRole('button', { name: /Try it as Liam Novak/ }));
    expect(asked).toHaveBeenCalledWith('staff@lakeside.example', 'practice-console');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('shows the error when signing in fails', async () => {
    const { user } = renderPage({ page: demo }, () => refused({ status: 429, message: 'Try again in 4 minutes.' }));
    await user.click(screen.getByRole('button', { name: /Olivia Marsh/ }));
    expect(screen.getByRole('alert')).toHaveTextContent('Try again in 4 minutes.');
  });

  it('hides the demo accounts outside the demo', () => {
    renderPage();
    expect(screen.queryByText('Try it as …')).not.toBeInTheDocument();
  });
});

describe('a forgotten password', () => {
  const open = async (over: Partial<SignInPageProps> = {}) => {
    const rendered = renderPage(over);
    await rendered.user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    return rendered;
  };
  const send = (): HTMLElement => screen.getByRole('button', { name: 'Send link' });

  it('requests a link without revealing whether the account exists', async () => {
    const requestLink = jest.fn<SignInPageProps['requestLink']>(() => Promise.resolve({}));
    const { user } = await open({ requestLink });
    expect(email()).toHaveFocus();
    await user.type(email(), ' ana@clinic.example ');
    await user.click(send());
    expect(requestLink).toHaveBeenCalledWith('ana@clinic.example');
    expect(await screen.findByRole('status')).toHaveTextContent('If an account has this address');
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(password()).toBeVisible();
  });

  it.each([
    ['an empty address', '', undefined, 'Enter your email address'],
    ['an address that is none', 'ana', { fields: { email: 'Not an email address' } }, 'Not an email address'],
  ])('shows an error at the field for %s', async (_what, typed, error, message) => {
    const requestLink: SignInPageProps['requestLink'] = () =>
      Promise.resolve({ error: { status: 400, code: 'invalid', message: '', ...error } });
    const { user } = await open({ requestLink });
    if (typed !== '') await user.type(email(), typed);
    await user.click(send());
    expect(email()).toHaveAccessibleDescription(new RegExp(message));
    expect(email()).toHaveFocus();
  });

  it('says why no link was sent, and keeps the email', async () => {
    const error = { status: 429, code: 'too_many_attempts', message: 'Too many links were requested.' };
    const { user } = await open({ requestLink: () => Promise.resolve({ error }) });
    await user.type(email(), 'ana@clinic.example');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many links were requested.');
    expect(email()).toHaveValue('ana@clinic.example');
  });

  it('keeps the typed email on the way there and back', async () => {
    const { user } = renderPage();
    await user.type(email(), 'ana@clinic.example');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    expect(email()).toHaveValue('ana@clinic.example');
    await user.type(email(), '.org');
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(email()).toHaveValue('ana@clinic.example.org');
  });

  it('says whom to ask if the console doesn’t send email', async () => {
    const page = { demo_people: [], demo_password: null, local_accounts: true, sends_mails: false };
    await open({ page });
    expect(screen.getByRole('status')).toHaveTextContent(
      'Ask the console’s operator for a link to set a new password.',
    );
  });

  it('is hidden if people sign in only through the identity provider', () => {
    renderPage({ page: { demo_people: [], demo_password: null, local_accounts: false, sends_mails: true } });
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
  });
});
