import { userEvent, type UserEvent } from '@testing-library/user-event';

/** A `userEvent` user who types without delays, so that a debounced field gets the whole text at once. */
export const newUser = (): UserEvent => userEvent.setup({ delay: null });
