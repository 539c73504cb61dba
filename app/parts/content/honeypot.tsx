/** The name is chosen to tempt programs that fill in every field. */
export const honeypotField = "website";

/** A field that people neither see nor reach; whoever fills it in is a program. */
export function Honeypot() {
  return (
    <div className="decoy" aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
