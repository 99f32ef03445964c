/** What the journeys need of a browser that Playwright doesn't drive as it is installed. Elements are found by XPath. */

export type KeyName = 'Tab' | 'Backspace' | 'Escape' | 'ArrowLeft' | 'ArrowRight' | 'F2';

export interface EngineWindow {
  /** Opens an address and waits for the document. */
  goto(address: string): Promise<void>;
  /** Evaluates an expression in the page. A promise is awaited. */
  evaluate<Value>(expression: string): Promise<Value>;
  click(xpath: string): Promise<void>;
  /** Replaces the text of a field. */
  fill(xpath: string, text: string): Promise<void>;
  /** Presses one key with Control. */
  pressWithControl(key: string): Promise<void>;
  /** Presses one key that types no character. */
  press(key: KeyName): Promise<void>;
  /** Types into the element with the focus. */
  type(text: string): Promise<void>;
}

export interface Engine {
  /** The name and version, for the report. */
  version: string;
  window: EngineWindow;
  close(): Promise<void>;
}
