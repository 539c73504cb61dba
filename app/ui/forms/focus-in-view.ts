/**
 * Moves the focus to a control and shows all of its field or group with the error, in the middle of the screen: there
 * no bar at an edge covers it, in any browser. What is taller than the screen begins at its top.
 */
export function focusInView(control: HTMLElement): void {
  const whole = control.closest<HTMLElement>("fieldset, .field") ?? control;
  control.focus({ preventScroll: true });
  const block = whole.offsetHeight > window.innerHeight / 2 ? "start" : "center";
  whole.scrollIntoView({ block });
}
