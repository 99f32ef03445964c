import { userEvent, type UserEvent } from '@testing-library/user-event';

/** A person who types without pauses, so that a field that waits for the end of typing gets the whole text at once. */
export const newUser = (): UserEvent => userEvent.setup({ delay: null });
