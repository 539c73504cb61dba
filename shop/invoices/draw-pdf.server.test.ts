import { expect, test } from "vitest";
import { pagesOf } from "../../test/support/readers/pdf-reader.ts";
import type { OrderLine } from "../orders/orders.ts";
import { fileName, type ShopDocument } from "./document.ts";
import { documentLines } from "./document-lines.ts";
import { drawPdf } from "./draw-pdf.server.ts";

const at = new Date("2026-11-21T06:00:00Z");
const delhi = { code: "07", name: "Delhi" };

function aLine(index: number, name = "Oversized Tee"): OrderLine {
  return {
    id: String(index),
    productId: null,
    variantId: null,
    name,
    slug: "",
    sku: "",
    size: "M",
    colour: "Red",
    picture: null,
    hsnCode: "6109",
    unit: 499_00,
    struck: null,
    quantity: 2,
    total: 998_00,
    discount: 100_00,
  };
}

function linesOf(...asked: Parameters<typeof documentLines>) {
  return documentLines(...asked) ?? [];
}

function aDocument(lines: OrderLine[], changes: Partial<ShopDocument> = {}): ShopDocument {
  const made = linesOf({ lines, shipping: 0 }, { at, sameState: false });
  return {
    kind: "invoice",
    number: "INV/2627/000042",
    issuedAt: at.toISOString(),
    orderId: "3f2a9c1e-1111-4222-8333-444455556666",
    orderedAt: "2026-11-19T06:00:00.000Z",
    seller: {
      shopName: "Campus Style",
      legalName: "Campus Style Private Limited",
      email: "hello@campus.test",
      address: ["12, Janpath", "New Delhi 110001"],
      gstin: "07AAACC1234D1Z5",
      state: delhi,
    },
    buyer: { name: "Asha Rao", address: ["12, MG Road", "Bengaluru 560001", "Karnataka, India"] },
    placeOfSupply: { code: "29", name: "Karnataka" },
    lines: made,
    total: made.reduce((sum, { paid }) => sum + paid, 0),
    payment: null,
    against: null,
    ...changes,
  };
}

test("a tax invoice has everything that Rule 46 requires", async () => {
  const pages = await pagesOf(await drawPdf(aDocument([aLine(1)])));
  expect(pages).toHaveLength(1);
  for (const words of [
    "Tax invoice",
    "INV/2627/000042",
    "21 Nov 2026",
    "Campus Style Private Limited",
    "12, Janpath",
    "GSTIN: 07AAACC1234D1Z5",
    "Asha Rao",
    "Bengaluru 560001",
    "Place of supply Karnataka (29)",
    "Oversized Tee (size M, Red)",
    "6109",
    "2 PCS",
    "₹100.00",
    "₹855.24",
    "IGST 5% ₹42.76",
    "₹898.00",
    "reverse charge No",
    "For Campus Style Private Limited",
    "Authorised signatory",
  ])
    expect(pages[0]).toContain(words);
});

test("within a union territory the halves of the tax are called CGST and UTGST", async () => {
  const chandigarh = { code: "04", name: "Chandigarh" };
  const made = aDocument([], {
    placeOfSupply: chandigarh,
    lines: linesOf({ lines: [aLine(1)], shipping: 0 }, { at, sameState: true }),
    total: 898_00,
  });
  const [page] = await pagesOf(await drawPdf({ ...made, seller: { ...made.seller, state: chandigarh } }));
  expect(page).toContain("CGST 2.5% ₹21.38, UTGST 2.5% ₹21.38");
});

test("forty lines take several pages, each with column titles and page number, and no line is lost", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => aLine(index, `Garment number ${index} of forty`));
  const pages = await pagesOf(await drawPdf(aDocument(lines)));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    if (page.includes("Garment")) expect(page).toContain("Description");
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  for (const { name } of lines) expect(pages.join(" ")).toContain(name);
  expect(pages.at(-1)).toContain("₹35,920.00");
});

test("names in Devanagari, without spaces or with characters that no font has do not break the PDF", async () => {
  const made = aDocument([aLine(1, "Supercalifragilistic".repeat(9)), aLine(2, "கதை 😀 \u202etee\u0000")], {
    buyer: { name: "आशा राव", address: ["१२, महात्मा गांधी मार्ग", "".padEnd(120, "x")] },
  });
  const [page] = await pagesOf(await drawPdf(made));
  expect(page).toContain("राव");
  expect(page).toContain("tee");
});

test("a receipt states that it is not a tax invoice and shows no tax", async () => {
  const lines = linesOf({ lines: [aLine(1)], shipping: 0 }, null);
  const changes = { number: null, placeOfSupply: null, payment: "Cash on delivery, due on delivery", lines };
  const [page] = await pagesOf(await drawPdf(aDocument([], { ...changes, kind: "receipt", total: 898_00 })));
  expect(page).toContain("Order receipt");
  expect(page).toContain("not a tax invoice");
  expect(page).toContain("Cash on delivery, due on delivery");
  expect(page).toContain("₹898.00");
  expect(page).not.toMatch(/GST \d|IGST|HSN|Taxable/);
});

test("a credit note names the invoice that it reverses", async () => {
  const against = { number: "INV/2627/000007", issuedAt: at.toISOString(), reason: "returned" };
  const note = aDocument([aLine(1)], { kind: "credit-note", number: "CN/2627/000001", against });
  const [page] = await pagesOf(await drawPdf(note));
  for (const words of [
    "Credit note",
    "CN/2627/000001",
    "Tax invoice INV/2627/000007 of 21 Nov 2026",
    "returned",
  ])
    expect(page).toContain(words);
});

test("a bill of supply has what Rule 49 requires and no tax; one for both shows the tax of the taxed goods", async () => {
  const lines = [0, 5].map((rate) => {
    const [line] = linesOf({ lines: [aLine(rate)], shipping: 0 }, { at, sameState: false });
    if (!line?.tax) throw new Error("no line");
    return rate === 5 ? line : { ...line, tax: { rate, taxable: line.paid, cgst: 0, sgst: 0, igst: 0 } };
  });
  const drawn = async (changes: Partial<ShopDocument>) =>
    (await pagesOf(await drawPdf(aDocument([], changes))))[0];
  const bill = await drawn({ invoiceType: "bill-of-supply", lines: lines.slice(0, 1), total: 898_00 });
  for (const words of [
    "Bill of supply",
    "INV/2627/000042",
    "GSTIN: 07AAACC1234D1Z5",
    "Asha Rao",
    "6109",
    "₹100.00",
  ])
    expect(bill).toContain(words);
  expect(bill).toContain("Exempt or nil rated: no GST is charged.");
  expect(bill).not.toMatch(/IGST|Taxable|Total tax|including tax|reverse charge|Tax invoice/);
  const both = await drawn({ invoiceType: "invoice-cum-bill-of-supply", lines, total: 1_796_00 });
  for (const words of [
    "Invoice-cum-bill of supply",
    "IGST 5% ₹42.76",
    "Exempt or nil rated ₹898.00",
    "reverse charge No",
  ])
    expect(both).toContain(words);
  expect(both).not.toContain("0% ₹0.00");
  const named = aDocument([], { invoiceType: "bill-of-supply" });
  expect(fileName(named)).toBe("bill-of-supply-INV-2627-000042.pdf");
});

test("a file is named after its number, or after its order when it has none", () => {
  expect(fileName(aDocument([]))).toBe("tax-invoice-INV-2627-000042.pdf");
  expect(fileName(aDocument([], { kind: "receipt", number: null }))).toBe("order-receipt-3f2a9c1e.pdf");
});

const names = [
  ["Hindi", "श्री क्षितिज शर्मा"],
  ["Hindi with a joiner", "श्री क्\u200Dषितिज"],
  ["Hindi with a non-joiner", "श्री क्\u200Cषितिज"],
  ["Bengali", "শ্রী রবীন্দ্রনাথ ঠাকুর"],
  ["Punjabi", "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"],
  ["Gujarati", "શ્રી નરેન્દ્ર પટેલ"],
  ["Odia", "ଶ୍ରୀ ଜଗନ୍ନାଥ ଦାଶ"],
  ["Tamil", "திரு சுப்ரமணியம்"],
  ["Telugu", "శ్రీ వెంకటేశ్వరరావు"],
  ["Kannada", "ಶ್ರೀ ರಾಘವೇಂದ್ರ ಕುಲಕರ್ಣಿ"],
  ["Malayalam", "ശ്രീ നാരായണൻ ന\u200Dമ്പൂതിരി"],
  ["Urdu", "جناب علی خان"],
  ["Santali", "ᱥᱟᱱᱛᱟᱲᱤ"],
  ["Manipuri", "ꯃꯩꯇꯩ ꯃꯌꯦꯛ"],
] as const;

test.each(names)(
  "a name in %s prints in the letters of its script, none of them missing",
  async (_, name) => {
    const bytes = await drawPdf(aDocument([aLine(1, `Kurta ${name}`)], { buyer: { name, address: [name] } }));
    const [page = ""] = await pagesOf(bytes);
    // A reader finds the letters by the fonts' own tables, so a letter without a glyph is absent.
    const letters = new Set(name.normalize("NFC").match(/\p{L}/gu));
    const found = [...letters].filter((letter) => page.normalize("NFC").includes(letter));
    expect(found.length / letters.size).toBeGreaterThan(0.7);
    expect(page).not.toContain("\uFFFD");
    expect(page).toContain("Kurta");
  },
);

test("joiners where no script joins, pictures and strange letters leave a document that opens", async () => {
  for (const name of [
    "a\u200Cb\u200D",
    "\u200D",
    "Asha 👩‍👩‍👧 ❤️ Rao",
    "ഷഃഩ്\u200cശഃ",
    "ಷಃ್\u200cಶಃ",
    "জਅગ",
    "漢字 Ж",
  ]) {
    const pages = await pagesOf(await drawPdf(aDocument([aLine(1, name)], { buyer: { name, address: [] } })));
    expect(pages[0]).toContain("Tax invoice");
  }
});

test("a word longer than its column is broken, not cut", async () => {
  const long = `${"https://shop.example/".repeat(8)}end-of-it`;
  const [page = ""] = await pagesOf(await drawPdf(aDocument([aLine(1, long)])));
  expect(page.replaceAll(/\s/g, "")).toContain("end-of-it");
});
