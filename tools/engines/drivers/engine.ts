/** One action of an input device, as in WebDriver (https://www.w3.org/TR/webdriver2/#actions). */
type InputAction =
  | { type: "pointerMove"; x: number; y: number }
  | { type: "pointerDown" | "pointerUp"; button: 0 }
  | { type: "keyDown" | "keyUp"; value: string };

export type InputSource = { type: "pointer" | "key"; id: string; actions: InputAction[] };

/** In CSS pixels. */
export type ScreenSize = { width: number; height: number };

/** What the journeys need of a browser. Each adapter speaks the protocol of its engine. */
export type Engine = {
  /** With its version. */
  name: string;
  /** Loads a document. */
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON; a promise's value once it is there. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses keys or moves and presses the mouse. */
  perform(source: InputSource): Promise<void>;
  /** A PNG of what is in view. */
  screenshot(): Promise<Buffer>;
  /** A script that every page must begin with. */
  inPages: string | null;
  /** The errors and warnings of scripts since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
};
