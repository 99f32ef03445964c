import { type ReactElement, type ReactNode, useState } from 'react';

/**
 * Renders a controlled component with state, starting with the story's value, so that each story is
 * interactive. Also calls the story's own `onChange`.
 *
 * @param key the prop that `onChange` sets
 */
export function withState<Props extends { onChange: (next: never) => void }, Key extends keyof Props>(
  Part: (props: Props) => ReactNode,
  key: Key,
): (props: Props) => ReactElement {
  return function Live(props) {
    const [value, setValue] = useState(props[key]);
    const onChange = (next: Props[Key]): void => {
      setValue(next);
      props.onChange(next as never);
    };
    return <Part {...{ ...props, [key]: value, onChange }} />;
  };
}

/**
 * As `withState`, for a handler with MUI's arguments.
 *
 * @param handler the prop that is called with a change
 * @param valueOf reads the new value from the handler's arguments
 */
export function withHandler<Props extends object, Key extends keyof Props, Values extends unknown[]>(
  Part: (props: Props) => ReactNode,
  key: Key,
  handler: keyof Props,
  valueOf: (...values: Values) => Props[Key],
): (props: Props) => ReactElement {
  return function Live(props) {
    const [value, setValue] = useState(props[key]);
    const onChange = (...values: Values): void => {
      setValue(valueOf(...values));
      (props[handler] as (...values: Values) => void)(...values);
    };
    return <Part {...{ ...props, [key]: value, [handler]: onChange }} />;
  };
}

/** The value of a text field's or select's change event. */
export const targetValue = (event: { target: { value: string } }): string => event.target.value;

/** The checked state passed by a checkbox or switch. */
export const secondArgument = (_: unknown, checked: boolean): boolean => checked;
