/** A name that form-filling programs recognise. */
export const honeypotField = "website";

/** A field hidden from people; a submission that fills it in is spam. */
export function Honeypot() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
