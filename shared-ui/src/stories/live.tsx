import { type ReactElement, type ReactNode, useState } from 'react';

/**
 * Renders a controlled part that keeps what is done to it, beginning with what the story gives it, so that each story can
 * be worked with. The story's own `onChange` hears of it too.
 *
 * @param key the prop that `onChange` tells the next value of
 */
export function live<Props extends { onChange: (next: never) => void }, Key extends keyof Props>(
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
