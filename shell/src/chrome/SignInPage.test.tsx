import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ApiError } from 'shared-api';
import { faultsIn, renderKit } from 'shared-ui/testing';
import type { SignIn } from './credentials';
import { SignInPage, type SignInPageProps } from './SignInPage';

const refused = (error: Partial<ApiError>): Promise<{ error: ApiError }> =>
  Promise.resolve({ error: { status: 401, code: 'wrong_credentials', message: '', ...error } });

function renderPage(over: Partial<SignInPageProps> = {}, signIn: SignIn = () => Promise.resolve({})) {
  const onSignedIn = jest.fn();
  const asked = jest.fn<SignIn>(signIn);
  const page = { demo_people: [], demo_password: null, local_accounts: true };
  return {
    onSignedIn,
    asked,
    ...renderKit(<SignInPage page={page} oidc={null} signIn={asked} onSignedIn={onSignedIn} {...over} />),
  };
}

const email = (): HTMLElement => screen.getByLabelText('Email');
const password = (): HTMLElement => screen.getByLabelText('Password', { exact: true });
const submit = (): HTMLElement => screen.getByRole('button', { name: 'Sign in' });

const demo = {
  local_accounts: true,
  demo_password: 'practice-console',
  demo_people: [
    { email: 'owner@bright-smiles.example', name: 'Olivia Marsh', role: 'Owner of Bright Smiles Dental' },
    { email: 'staff@lakeside.example', name: 'Liam Novak', role: 'Front desk at Lakeside Orthodontics' },
  ],
};

describe('signing in with a local account', () => {
  it('sends what was typed and goes on', async () => {
    const { person, asked, onSignedIn, container } = renderPage();
    expect(email()).toHaveFocus();
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(await faultsIn(container)).toEqual([]);
    await person.type(email(), ' owner@bright-smiles.example ');
    await person.type(password(), ' secret ');
    await person.keyboard('{Enter}');
    expect(asked).toHaveBeenCalledWith('owner@bright-smiles.example', ' secret ');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('asks for what is missing and goes to the first field of it', async () => {
    const { person, asked, container } = renderPage();
    await person.click(submit());
    expect(email()).toHaveAccessibleDescription('Enter your email address');
    expect(password()).toHaveAccessibleDescription('Enter your password');
    expect(email()).toHaveFocus();
    expect(asked).not.toHaveBeenCalled();
    expect(await faultsIn(container)).toEqual([]);
    await person.type(email(), 'a@b.example');
    await person.click(submit());
    expect(email()).toBeValid();
    expect(password()).toHaveFocus();
  });

  it.each([
    ['wrong credentials', { message: 'The e-mail address or the password is not right.' }],
    ['too many attempts', { status: 429, message: 'Too many attempts to sign in. Try again in 4 minutes.' }],
    ['no answer', { status: 0, code: 'no_answer', message: 'The server did not answer.' }],
  ])('says %s in place and keeps what was typed', async (_, error) => {
    const { person, onSignedIn } = renderPage({}, () => refused(error));
    await person.type(email(), 'owner@bright-smiles.example');
    await person.type(password(), 'wrong{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(error.message);
    expect(email()).toHaveValue('owner@bright-smiles.example');
    expect(password()).toHaveFocus();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('puts an error of a field under the field', async () => {
    const { person } = renderPage({}, () => refused({ status: 400, fields: { email: 'Not an address' } }));
    await person.type(email(), 'x');
    await person.type(password(), 'y{Enter}');
    expect(email()).toHaveAccessibleDescription('Not an address');
    expect(email()).toHaveFocus();
  });

  it('sends once, however often it is pressed', async () => {
    const { person, asked } = renderPage({}, () => new Promise(() => undefined));
    await person.type(email(), 'owner@bright-smiles.example');
    await person.type(password(), 'secret{Enter}{Enter}');
    await person.click(submit());
    expect(asked).toHaveBeenCalledTimes(1);
    expect(submit()).toHaveAttribute('aria-busy', 'true');
  });
});

describe('other ways to sign in', () => {
  it('offers the identity provider where there is one', async () => {
    const { container } = renderPage({ oidc: { name: 'Northwind ID', href: '/api/oidc/start/' } });
    expect(screen.getByRole('link', { name: 'Sign in with Northwind ID' })).toHaveAttribute('href', '/api/oidc/start/');
    expect(submit()).toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('asks for no password where local accounts are off', () => {
    renderPage({
      oidc: { name: 'Northwind ID', href: '/api/oidc/start/' },
      page: { demo_people: [], demo_password: null, local_accounts: false },
    });
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  it('says so where no way is configured', () => {
    renderPage({ page: { demo_people: [], demo_password: null, local_accounts: false } });
    expect(screen.getByText(/No way to sign in is configured/)).toBeInTheDocument();
  });
});

describe('the people of the demo', () => {
  it('sign in with one click', async () => {
    const { person, asked, onSignedIn, container } = renderPage({ page: demo });
    const people = screen.getByRole('region', { name: 'Try it as …' });
    expect(within(people).getAllByRole('button')).toHaveLength(2);
    expect(await faultsIn(container)).toEqual([]);
    await person.click(within(people).getByRole('button', { name: /Try it as Liam Novak/ }));
    expect(asked).toHaveBeenCalledWith('staff@lakeside.example', 'practice-console');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('are told when it does not work', async () => {
    const { person } = renderPage({ page: demo }, () => refused({ status: 429, message: 'Try again in 4 minutes.' }));
    await person.click(screen.getByRole('button', { name: /Olivia Marsh/ }));
    expect(screen.getByRole('alert')).toHaveTextContent('Try again in 4 minutes.');
  });

  it('are not offered outside the demo', () => {
    renderPage();
    expect(screen.queryByText('Try it as …')).not.toBeInTheDocument();
  });
});
