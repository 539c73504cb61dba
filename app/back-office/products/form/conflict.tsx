import { Notice } from "../../../ui/notice.tsx";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import type { ProductAnswer } from "./answer.server.ts";

/** Why the form was not saved; after a concurrent save, both versions side by side. */
export function SaveConflict({ answer: { toast, differences } }: { answer: ProductAnswer }) {
  if (!toast) return null;
  return (
    <div className="grid gap-3 mb-4">
      <Notice tone="wrong" title={toast.title} text={toast.text} />
      {differences && (
        <div className="panel">
          <ScrollBox label="What differs" className="panel-body">
            <table className="list-table">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Yours</th>
                  <th scope="col">Saved meanwhile</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ label, mine, theirs }) => (
                  <tr key={label}>
                    <td className="main">
                      <b>{label}</b>
                    </td>
                    <td className="main" data-label="Yours">
                      {mine}
                    </td>
                    <td className="main" data-label="Saved meanwhile">
                      {theirs}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p>
              {differences.length === 0
                ? "Nothing differs from what you entered, except perhaps the stock. "
                : "The form still has your version. Copy over by hand anything you want from theirs. "}
              Update Product saves what is in the form; reopening the product shows their version.
            </p>
          </ScrollBox>
        </div>
      )}
    </div>
  );
}
