import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { ShopSettings } from "../../shop/settings/settings.ts";

// An evident placeholder: Indian mobile numbers begin with 6 to 9.
const phone = "+91 00000 00000";
// .example is reserved (RFC 2606): nobody has these addresses.
const email = "hello@campusstyle.example";

/** The seller of the demo, who does not exist. A real shop starts without one. */
const seller: Pick<ShopSettings, "happyStudents" | "founders" | "contact" | "legal" | "couriers"> = {
  happyStudents: "10K+",
  founders: [
    { name: "Ira Menon", role: "Founder, Product" },
    { name: "Kabir Sen", role: "Co-founder, Design" },
    { name: "Meera Iyer", role: "Co-founder, Operations" },
    { name: "Farhan Ali", role: "Co-founder, Community" },
  ],
  contact: {
    email,
    phone,
    whatsapp: phone,
    address: ["Campus Style", "New Delhi 110001", "India"],
    mapUrl: "https://www.openstreetmap.org/?mlat=28.6315&mlon=77.2167#map=15/28.6315/77.2167",
    latitude: 28.6315,
    longitude: 77.2167,
  },
  legal: {
    legalName: "Campus Style",
    gstin: null,
    isUnregistered: false,
    grievanceOfficer: { name: null, email: "grievance@campusstyle.example", phone },
  },
  couriers: ["Demo Express", "Demo Surface", "Demo Air"].map((name) => ({
    name,
    tracking: "https://courier.example/track/{awb}",
  })),
};

/** Writes the demo's seller into the settings. In: a transaction. */
export async function insertSeller(db: Db): Promise<void> {
  for (const [key, value] of Object.entries(seller))
    await db.execute(sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`);
}
