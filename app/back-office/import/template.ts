import { importTemplate } from "../../../shop/import/export-products.server.ts";
import { csvDownload } from "../../http/text-response.ts";

/** A file to begin an import with. */
export function loader() {
  return csvDownload("products-template.csv", importTemplate());
}
