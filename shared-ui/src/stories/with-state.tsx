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
