import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { aShopper } from "../../test/support/users.server.ts";
import { type AddressLines, maxAddresses } from "../accounts/customer/address.ts";
import { addressesOf, saveAddress } from "../accounts/customer/addresses.server.ts";
import { profileOf } from "../accounts/customer/profile.server.ts";
import { saveDeliveryDetails } from "./save-details.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

const lines: AddressLines = {
  label: "",
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "Room 12, Block C",
  line2: "",
  city: "Bengaluru",
  state: "Karnataka",
  postalCode: "560001",
};

test("an address of many concurrent orders is stored once, as the default", async () => {
  const asha = await aShopper(shop);
  await Promise.all(Array.from({ length: 12 }, () => saveDeliveryDetails(services, asha, null, lines)));
  expect(await addressesOf(services, asha.id)).toMatchObject([{ ...lines, isDefault: true }]);
  expect(await profileOf(services, asha.id)).toMatchObject({ phone: lines.phone });
});

test("an order updates the recipient of a known address and keeps its label; another street is a new address", async () => {
  const asha = await aShopper(shop);
  await saveAddress(services, asha, { ...lines, label: "Hostel" });
  await saveDeliveryDetails(services, asha, null, { ...lines, name: "Ravi Rao" });
  await saveDeliveryDetails(services, asha, null, { ...lines, line1: "7 Lake View" });
  expect(await addressesOf(services, asha.id)).toMatchObject([
    { label: "Hostel", name: "Ravi Rao", line1: lines.line1, isDefault: true },
    { label: "", name: "Asha Rao", line1: "7 Lake View", isDefault: false },
  ]);
});

test("with a full address book no address is added, and the details are saved without an error", async () => {
  const asha = await aShopper(shop);
  for (let n = 0; n < maxAddresses; n++) await saveAddress(services, asha, { ...lines, line1: `Room ${n}` });
  await saveDeliveryDetails(services, asha, null, { ...lines, phone: "+919000000001" });
  expect(await addressesOf(services, asha.id)).toHaveLength(maxAddresses);
  expect(await profileOf(services, asha.id)).toMatchObject({ phone: "+919000000001" });
});
